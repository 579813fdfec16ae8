import { setDefaultTimeout } from "bun:test";

// Timeout of a test in milliseconds, long enough on the busiest machine: it only ends tests that hang. Bun applies
// it to the first file of a call only, so bin/test runs each file in a call of its own.
setDefaultTimeout(600_000);
