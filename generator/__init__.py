"""Makes the suite, kernels and a manifest, from the tables of suite/. Standard library only."""

import time

# When the first file of the generator was read.
STARTED = time.time()
