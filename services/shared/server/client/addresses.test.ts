import { expect, test } from "bun:test";
import { type Address, createAddresses } from "./addresses.ts";

/** Chooses an address and starts a call to it that does not end. */
function begin(addresses: ReturnType<typeof createAddresses>, asked: Address | null = null): Address {
  const address = asked === null ? addresses.first() : addresses.second(asked);
  if (address === null) throw new Error("none");
  address.calls += 1;
  return address;
}

test("calls go to the address with the fewest calls in flight, round robin among equals", () => {
  const addresses = createAddresses(["a", "b", "c"]);
  const first = [begin(addresses), begin(addresses), begin(addresses)];
  expect(first.map(({ url }) => url).sort()).toEqual(["a", "b", "c"]);
  const [one] = first;
  if (one === undefined) throw new Error("none");
  one.calls -= 1;
  expect(begin(addresses)).toBe(one);
  const idle = createAddresses(["a", "b", "c"]);
  const turns = Array.from({ length: 9 }, () => idle.first()?.url ?? "").sort();
  expect(turns.join("")).toBe("aaabbbccc");
});

test("an address on trial gets no second call while there is another address", () => {
  let now = 0;
  const addresses = createAddresses(["a", "b"], () => now);
  const hanging = begin(addresses);
  for (let n = 0; n < 5; n++) hanging.circuit.failed();
  hanging.calls = 0;
  const other = begin(addresses);
  now = 2001;
  expect(begin(addresses)).toBe(hanging);
  now = 10_000;
  for (let n = 0; n < 10; n++) expect(begin(addresses)).toBe(other);
  // If there is no other address, the address on trial may be used again.
  expect(addresses.second(other)).toBe(hanging);
});

test("a retry goes to another address, even if its circuit is open, because the process may be back", () => {
  const addresses = createAddresses(["a", "b"]);
  const one = begin(addresses);
  const other = begin(addresses, one);
  expect(other).not.toBe(one);
  for (let n = 0; n < 5; n++) one.circuit.failed();
  expect(addresses.second(other)).toBe(one);
  for (let n = 0; n < 5; n++) expect(addresses.first()).toBe(other);
});

test("a single address is retried, because several processes may be behind it", () => {
  const addresses = createAddresses(["a"]);
  const only = begin(addresses);
  for (let n = 0; n < 5; n++) only.circuit.failed();
  expect([addresses.second(only), addresses.first()]).toEqual([only, null]);
});

test("the service's circuit is closed if any is, and open if all are", () => {
  const addresses = createAddresses(["a", "b"]);
  const both = [begin(addresses), begin(addresses)];
  const states = both.map(({ circuit }) => {
    for (let n = 0; n < 5; n++) circuit.failed();
    return addresses.state();
  });
  expect(states).toEqual(["closed", "open"]);
  expect(addresses.first()).toBeNull();
  both[0]?.circuit.succeeded();
  expect(addresses.state()).toBe("closed");
});
