"""Reports on orders."""

from dataclasses import dataclass

from tools import naming


@dataclass
class Report:
    title: str

    def render(self) -> str:
        """The report as text."""
        return naming.upper(self.title) + "\n" + "é — 日本"


class Weekly(Report):
    def render(self) -> str:
        return super().render() + "weekly"


def publish(report: Report) -> str:
    return report.render()


if __name__ == "__main__":
    print(publish(Weekly("orders")))
