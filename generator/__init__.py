"""Makes the suite: kernels and a manifest, from the tables of suite/. Build time only; standard library only."""
