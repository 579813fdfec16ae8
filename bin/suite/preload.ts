import { setDefaultTimeout } from "bun:test";

// What a test may take, in milliseconds, on the busiest machine: it only ends what hangs. Bun keeps it for the first file of a call;
// bin/test runs each file in a call of its own.
setDefaultTimeout(600_000);
