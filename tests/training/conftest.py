"""What several tests of trainings need."""

import pytest


@pytest.fixture
def full_disk():
    """No file may grow beyond 4 KB: writing more fails, in all processes."""
    resource = pytest.importorskip("resource", reason="needs limits of a Unix")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
