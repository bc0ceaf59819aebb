"""Networks learn in half precision only where the processor computes in it."""

import pytest

torch = pytest.importorskip("torch")


@pytest.mark.parametrize(("capabilities", "halved"), [({"avx512_bf16": True}, True), ({"avx2": True}, False)])
def test_a_processor_without_bfloat16_learns_in_single_precision(monkeypatch, capabilities, halved) -> None:
    from companion.training.precision import reduced

    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities)
    with reduced("cpu"):
        product = torch.ones(2, 2) @ torch.ones(2, 2)
    assert product.dtype == (torch.bfloat16 if halved else torch.float32)
