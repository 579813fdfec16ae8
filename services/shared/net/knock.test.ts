import { afterEach, expect, jest, test } from "bun:test";
import { Socket } from "node:net";
import { knock } from "./knock.ts";
import { createSockets } from "./sockets.ts";

const CONNECT_MS = 200;
const TO = { address: "127.0.0.1", port: 9 };

afterEach(() => void jest.useRealTimers());

/** Creates sockets whose connections go to a host that never answers a SYN. */
function toDeadHost() {
  const opened: Socket[] = [];
  const connect = () => {
    const socket = new Socket();
    opened.push(socket);
    return socket;
  };
  return { opened, sockets: { ...createSockets(null), connect } };
}

test("a host that accepts no connection is given up after the whole time", () => {
  jest.useFakeTimers();
  const { opened, sockets } = toDeadHost();
  const { gone } = knock(TO, sockets, CONNECT_MS);
  jest.advanceTimersByTime(CONNECT_MS - 1);
  expect([opened.length, gone.aborted]).toEqual([1, false]);
  jest.advanceTimersByTime(1);
  expect([gone.aborted, opened[0]?.destroyed]).toEqual([true, true]);
});

test("a host that answers in half of the time gets no second connection", () => {
  jest.useFakeTimers();
  const { opened, sockets } = toDeadHost();
  const { gone, end } = knock(TO, sockets, CONNECT_MS);
  jest.advanceTimersByTime(CONNECT_MS / 2 - 1);
  end();
  jest.advanceTimersByTime(CONNECT_MS * 10);
  expect([opened.length, gone.aborted]).toEqual([0, false]);
});

test("a response during the second attempt ends it, and the host is not given up", () => {
  jest.useFakeTimers();
  const { opened, sockets } = toDeadHost();
  const { gone, end } = knock(TO, sockets, CONNECT_MS);
  jest.advanceTimersByTime(CONNECT_MS - 1);
  end();
  jest.advanceTimersByTime(CONNECT_MS * 10);
  expect([gone.aborted, opened[0]?.destroyed]).toEqual([false, true]);
});

test("no connection is attempted without a permit for a socket", () => {
  jest.useFakeTimers();
  const { opened, sockets } = toDeadHost();
  const { gone } = knock(TO, { ...sockets, tryAcquire: () => null }, CONNECT_MS);
  jest.advanceTimersByTime(CONNECT_MS * 10);
  expect([opened.length, gone.aborted]).toEqual([0, false]);
});
