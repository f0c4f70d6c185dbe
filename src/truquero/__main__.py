"""`python -m truquero`."""

from truquero.cli import main

raise SystemExit(main())
