"""Stand-in for the parts of dlt that repute_source.py uses. Resources run in memory, and state is a dictionary."""

from types import SimpleNamespace

state = {}
config = SimpleNamespace(value=None)
secrets = SimpleNamespace(value=None)
current = SimpleNamespace(resource_state=lambda: state)


def source(**_):
    return lambda function: function


def resource(**options):
    def decorated(function):
        return SimpleNamespace(options=options, rows=function)

    return decorated
