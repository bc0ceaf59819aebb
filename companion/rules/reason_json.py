"""Reasons as JSON objects and back: what was said is kept as data, so that it can be said in another language later."""

from typing import Any

from companion.rules.reasons import Reason


def reason_to_json(reason: Reason) -> dict[str, Any]:
    """Return a reason as a JSON object: `reason` is its key, the other keys are its blanks."""
    return {"reason": reason.key, **dict(reason.values)}


def reason_from_json(value: object) -> Reason:
    """Return the reason that a JSON object stands for.

    Whether there is such a sentence shows when it is said: `Reason.text` raises a `LookupError` where there is none.

    Raises:
        ValueError: It stands for none.
    """
    if not isinstance(value, dict) or not isinstance(value.get("reason"), str):
        raise ValueError(f"no reason {value!r}: it needs 'reason', the name of a sentence")
    blanks = {blank: given for blank, given in value.items() if blank != "reason"}
    wrong = next((blank for blank, given in blanks.items() if not isinstance(given, str | int)), None)
    if wrong is not None:
        raise ValueError(f"{value['reason']} needs {wrong!r}, a text or a whole number")
    return Reason(value["reason"], tuple(blanks.items()))
