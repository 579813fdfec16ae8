import { expect, test } from "bun:test";
import { CircuitBreaker } from "./circuit-breaker.ts";

function onClock() {
  let now = 0;
  const circuit = new CircuitBreaker(() => now);
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) {
      expect(circuit.mayTry()).toBe(true);
      circuit.failed();
    }
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { circuit, fail, pass };
}

test("five failures in a row open the circuit, fewer do not", () => {
  const { circuit, fail } = onClock();
  fail(4);
  circuit.mayTry();
  circuit.succeeded();
  fail(4);
  expect(circuit.state).toBe("closed");
  fail(1);
  expect([circuit.state, circuit.mayTry()]).toEqual(["open", false]);
});

test("after two seconds one trial call is allowed, and its result closes or reopens the circuit", () => {
  const { circuit, fail, pass } = onClock();
  fail(5);
  pass(1999);
  expect([circuit.mayTry(), circuit.state]).toEqual([false, "open"]);
  pass(1);
  expect(circuit.state).toBe("half_open");
  expect([circuit.mayTry(), circuit.mayTry(), circuit.state]).toEqual([true, false, "half_open"]);
  circuit.failed();
  expect([circuit.mayTry(), circuit.state]).toEqual([false, "open"]);
  pass(2000);
  expect(circuit.mayTry()).toBe(true);
  circuit.succeeded();
  expect([circuit.state, circuit.mayTry(), circuit.mayTry()]).toEqual(["closed", true, true]);
});

test("a slow trial does not prevent the next trial", () => {
  const { circuit, fail, pass } = onClock();
  fail(5);
  pass(2000);
  expect([circuit.mayTry(), circuit.mayTry()]).toEqual([true, false]);
  pass(2000);
  expect([circuit.mayTry(), circuit.mayTry()]).toEqual([true, false]);
  circuit.succeeded();
  expect(circuit.mayTry()).toBe(true);
});

test("a cancelled trial leaves the circuit open", () => {
  const { circuit, fail, pass } = onClock();
  fail(5);
  pass(2000);
  expect(circuit.mayTry()).toBe(true);
  circuit.cancelled();
  expect([circuit.state, circuit.mayTry()]).toEqual(["open", false]);
  pass(2000);
  expect(circuit.mayTry()).toBe(true);
});
