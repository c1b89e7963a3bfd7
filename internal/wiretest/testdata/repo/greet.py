def greet(name):
    """Say hello."""
    return "hello, " + name


def main():
    print(greet("you"))
