import { setDefaultTimeout } from "bun:test";

// What a test may take, in milliseconds, on the busiest machine: it only ends what hangs.
setDefaultTimeout(180_000);
