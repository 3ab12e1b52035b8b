from tests.services.fixtures import *  # noqa: F403
