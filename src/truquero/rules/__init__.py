"""The building blocks of a variant: frozen, typed parts of the rules, validated when they are created."""
