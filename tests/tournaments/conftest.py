"""What several tests of the evening need."""

import pytest

from tests.factories import make_host


@pytest.fixture
def host(client):
    """The logged-in host of all evenings of a test."""
    account = make_host()
    client.force_login(account)
    return account
