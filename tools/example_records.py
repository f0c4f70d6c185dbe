"""Write the commented hands in examples/records again, with English comments: `python -m tools.example_records`."""

from __future__ import annotations

from tools.no_arguments import check_no_arguments
from tools.packages import ROOT
from truquero.rulebook.commented_records import COMMENTED_HANDS, commented_record

FOLDER = ROOT / "examples/records"


def main() -> None:
    check_no_arguments("tools.example_records", __doc__)
    FOLDER.mkdir(exist_ok=True)
    for name in COMMENTED_HANDS:
        (FOLDER / f"{name}.truco").write_text(commented_record(name), "utf-8")


if __name__ == "__main__":
    main()
