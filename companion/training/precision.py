"""In what precision networks learn: half where the processor computes in it, since there it is about twice as fast."""

from functools import cache

import torch


@cache
def computes_in_bfloat16(device_type: str) -> bool:
    """Return whether a kind of device ("cpu", "cuda") has instructions for bfloat16.

    Processors without them can do it all the same, fifteen times slower than in single precision.
    """
    return device_type != "cpu" or bool(torch.cpu.get_capabilities().get("avx512_bf16"))


def reduced(device_type: str) -> torch.autocast:
    """Return a context in which a network's forward pass runs in bfloat16 where that is fast."""
    return torch.autocast(device_type, torch.bfloat16, enabled=computes_in_bfloat16(device_type))
