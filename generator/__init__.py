"""Makes the suite, kernels and a manifest, from the tables of suite/. Standard library only."""
