import { expect, test } from "bun:test";
import { readText } from "./entries.ts";
import { retrySecondsOf } from "./phrases.ts";

test.each([
  ["The WHOIS query quota for 45.10.0.2 has been exceeded\nand will be replenished in 42 seconds\n", 42],
  ["-1: Still in grace period, wait 43 seconds\n", 43],
  ["% Excessive querying, grace period of 300 seconds.\n", 300],
  ["Please go away for 30 seconds\n", 30],
  ["Too many requests, try again in 5 minutes\n", 300],
  ["Too many requests, try again in 1 minute\n", 60],
  ["only 1 request per second allowed, try again later\n", null],
  ["Too many requests\n", null],
])("%s", (text, seconds) => expect(retrySecondsOf(readText(text))).toBe(seconds));
