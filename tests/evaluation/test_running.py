"""Eyes looking at sets of labelled pictures."""

from evaluation_builders import FakeEyes, box, label, picture, seen

from companion.evaluation.labels import PictureSet
from companion.evaluation.running import examine, tally_set

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
