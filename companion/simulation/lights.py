"""Kinds of light that a simulated table can stand in, and what a camera makes of it there."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Light:
    """A kind of light.

    Attributes:
        told: What it is, for people.
        level: How bright the picture is, as a part of what it would be in daylight.
        noise: Standard deviation of the camera's noise, of 255 levels.
        grain: Pixels that a grain of the noise is wide.
        tint: By how much blue, green and red are multiplied before the camera's range ends: what exposure and white
            balance leave of the light.
        edge: Part of the light that is missing in the corners of the picture, below a lamp that hangs low.
        white: How bright white is drawn, as a part of what a picture can hold: what mirrors the lamp is brighter still.
        shine: How much of 255 levels a card gains where it mirrors the lamp, before `tint`.
        sun: How much brighter it is where the sun shines through a window; 1 for no sun.
        hunts: Seconds from one time that the camera looks for its focus to the next, in the mean; 0 for never.
        quality: Of the JPEG pictures that the camera hands out, 0 to 100; None for pictures without loss.
    """

    told: str
    level: float = 1.0
    noise: float = 2.2
    grain: int = 1
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    edge: float = 0.0
    white: float = 1.0
    shine: float = 0.0
    sun: float = 1.0
    hunts: float = 0.0
    quality: int | None = None


DAY = "day"
LIGHTS = {
    DAY: Light("even light"),
    "dusk": Light("a dark room, and a noisy camera", level=0.4, noise=21.0, grain=2),
    "lamp": Light(
        "a warm lamp low over the table, mirrored by the cards, and a camera that looks for its focus now and then",
        noise=6.0,
        grain=2,
        tint=(0.75, 1.1, 1.4),
        edge=0.5,
        white=0.6,
        shine=220.0,
        hunts=12.0,
        quality=45,
    ),
    "sun": Light(
        "sun through a window on a part of the table, the rest in the shade",
        noise=3.0,
        tint=(0.62, 0.58, 0.55),
        sun=2.2,
        quality=60,
    ),
}
