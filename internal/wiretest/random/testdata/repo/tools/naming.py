DEFAULT = "untitled"


def upper(name):
    return (name or DEFAULT).upper()


def validate(name):
    return bool(name)
