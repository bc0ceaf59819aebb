"""From cards in pictures to facts of play: tracker, watcher, referee."""
