import { expect, test } from "bun:test";
import { createSlots } from "./slots.ts";

const NEVER = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("an address has a number of slots for all callers together, and other addresses do not wait for it", async () => {
  const slots = createSlots(Number.POSITIVE_INFINITY, 2);
  const first = await slots.take("192.0.2.1", NEVER);
  await slots.take("192.0.2.1", NEVER);
  let third = false;
  const waits = slots.take("192.0.2.1", NEVER).then((slot) => {
    third = slot !== null;
  });
  expect(await slots.take("192.0.2.2", NEVER)).not.toBeNull();
  await settled();
  expect(third).toBe(false);
  first?.free();
  await waits;
  expect(third).toBe(true);
});
