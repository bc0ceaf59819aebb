"""Eyes looking at sets of labelled pictures."""

from evaluation_builders import FakeEyes, box, label, picture, seen

from companion.evaluation.labels import PictureSet
from companion.evaluation.running import examine, tally_set
from companion.evaluation.tables import deck_lines, set_row

A, B = box(20, 20), box(200, 20)


def test_every_picture_is_looked_at_as_its_own_deck():
    eyes = FakeEyes()
    pictures = [picture(), picture(deck="spanish48")]
    assert [looked.picture for looked in examine(eyes, iter(pictures))] == pictures
    assert [deck for _, deck in eyes.asked] == ["french52", "spanish48"]


def test_cards_are_decided_together_unless_told_otherwise():
    eyes = FakeEyes(seen(A, ("AS", 0.9)), seen(B, ("AS", 0.6), ("AC", 0.3)))
    labelled = picture(label("AS", A), label("AC", B))

    def names(joint):
        (looked,) = examine(eyes, iter([labelled]), joint=joint)
        return [card.code for card in looked.found]

    assert names(joint=True) == ["AS", "AC"]
    assert names(joint=False) == ["AS", "AS"]


def test_a_set_is_counted_picture_by_picture():
    labelled = picture(label("AS", A))
    noticed = []
    pictures = PictureSet("here", "check", "french52", 3, lambda: iter([labelled] * 3))
    tally = tally_set(FakeEyes(seen(A, ("AS", 0.9))), pictures, noticed.append)
    assert (tally.pictures, tally.identified, len(noticed)) == (3, 3, 3)


def test_where_the_deck_is_not_said_it_is_told_from_every_picture_and_counted():
    faces = [
        picture(label("AS", A)),
        picture(label("1-cups", A), deck="spanish48"),
        picture(label("A", A), named_by="rank"),
    ]
    eyes = FakeEyes(seen(A, ("1-cups", 0.9)), deck="spanish48")
    pictures = PictureSet("here", "check", "french52", 4, lambda: iter([*faces, picture()]))
    tally = tally_set(eyes, pictures, lambda _: None, deck_said=False)
    assert (tally.identified, tally.misread) == (1, 2), "cards of another deck are wrong, ranks as well"
    assert tally.decks == {"spanish48": 3}, "without a card there is no deck to tell"
    assert deck_lines([set_row(pictures, tally)]) == ["here, told to be spanish48: 3 of 3 pictures of french52"]
    assert tally_set(eyes, pictures, lambda _: None).decks == {}


def test_a_picture_whose_deck_cannot_be_told_counts_as_none():
    eyes = FakeEyes(seen(A, face_up=False))
    pictures = PictureSet("here", "check", "french52", 1, lambda: iter([picture(label("AS", A))]))
    tally = tally_set(eyes, pictures, lambda _: None, deck_said=False)
    assert set_row(pictures, tally)["decks"] == {"none": 1}
