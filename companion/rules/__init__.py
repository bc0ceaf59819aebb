"""The games: facts in, rulings out.

A `companion.rules.game.Game` says what is played; a `companion.rules.log.GameLog` holds the facts of one game and
answers each change with the rulings that are new and those that no longer hold. `companion.rules.games.GAMES` lists the
games. `companion.rules.records` scores written records. Rules: the project's rule page, quoted by section.
"""
