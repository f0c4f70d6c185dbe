"""`python -m benchmarks`: every benchmark there is."""

from benchmarks.reference import main

raise SystemExit(main())
