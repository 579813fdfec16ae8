import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { json, metric, type ProductProcess, startProcess } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";

/** A fake process of a service. The function `do` handles a request: it answers or closes the connection. */
type Fake = { readonly url: string; do: (socket: Socket) => void; asked: number; readonly end: () => void };

const REPLY = '{"answer":{}}\n';
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${REPLY.length}\r\n\r\n${REPLY}`;
const answers = (socket: Socket) => void socket.write(ANSWER);
const closes = (socket: Socket) => void socket.destroy();

async function startFake(): Promise<Fake> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", () => {
      fake.asked += 1;
      fake.do(socket);
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const fake: Fake = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    do: answers,
    asked: 0,
    end() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return fake;
}

/** Milliseconds of a call to the service dns: the wait for a turn, the deadline and the margin (call-time.ts). */
const CALL_MS = 500 + 500 + 1000;

let fakes: readonly [Fake, Fake];
/** The only process of its service. At first the gateway has no open connections to it. */
let lone: Fake;
let gateway: ProductProcess;
/** A URL on which no process listens. */
let nobody: string;

beforeAll(async () => {
  fakes = [await startFake(), await startFake()];
  lone = await startFake();
  const gone = await startFake();
  gone.end();
  nobody = gone.url;
  const both = fakes.map(({ url }) => url).join(",");
  gateway = await startProcess("gateway", {
    DNS_URL: both,
    NETWORK_URL: `${nobody}, ${both}`,
    CERT_URL: nobody,
    MAIL_URL: lone.url,
    ANALYSIS_URL: both,
    TOOL_DEADLINES: "dns=500",
    QUEUE_WAIT_MS: "500",
    WAIT_FACTOR: "1",
    RATE_LIMIT_UNITS: "100000",
    RATE_LIMIT_WINDOW_S: "86400",
  });
});
afterAll(async () => {
  gateway.kill("SIGKILL");
  await gateway.exited;
  for (const fake of [...fakes, lone]) fake.end();
});
beforeEach(() => {
  for (const fake of fakes) Object.assign(fake, { do: answers, asked: 0 });
});

let n = 0;
const PATHS = { dns: "dns?domain=", network: "whois?domain=", mail: "mail?domain=" } as const;
const ask = async (service: keyof typeof PATHS = "dns") => {
  n += 1;
  const response = await fetch(`${gateway.url}/api/v1/${PATHS[service]}n${n}.com`);
  const cost = response.headers.get("x-request-cost");
  return { status: response.status, free: cost === "0", body: await response.text() };
};
const ready = async () => (await json(fetch(new URL("/readyz", gateway.metricsUrl)))).dependencies;

test("calls avoid a process with hanging calls: they go where fewer calls are in flight", async () => {
  const [one, other] = fakes;
  const held: Socket[] = [];
  one.do = (socket) => void held.push(socket);
  let answered = 0;
  const hanging = Array.from({ length: 4 }, async () => {
    const answer = await ask("network");
    answered += 1;
    return answer;
  });
  // Waits until the other process has answered its calls, because calls in flight would make both processes equally
  // loaded.
  await until(() => held.length > 0 && held.length + answered === hanging.length);
  for (let i = 0; i < 20; i++) expect((await ask("network")).status).toBe(200);
  expect(one.asked).toBeLessThanOrEqual(4);
  expect(other.asked).toBeGreaterThanOrEqual(20);
  one.do = answers;
  for (const socket of held) answers(socket);
  expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test("a call to a process that does not listen goes to the next at once, and /readyz names the one that does not", async () => {
  const retried = () =>
    metric(gateway, "dnstools_gateway_upstream_requests_total", { service: "network", outcome: "retried" });
  for (let i = 0; i < 12; i++) expect((await ask("network")).status).toBe(200);
  expect(await ready()).toMatchObject({
    network: "ok",
    [`network at ${nobody}`]: "failing",
    [`network at ${fakes[0].url}`]: "ok",
    cert: "not_used_yet",
  });
  // The gateway knows by now that this process failed, and skips it for two seconds.
  const before = await retried();
  expect(before).toBeGreaterThanOrEqual(1);
  expect(before).toBeLessThan(12);
});

test("a connection closed before its answer: the call is made once more, elsewhere, and costs once", async () => {
  const [one, other] = fakes;
  one.do = closes;
  const asked = await Promise.all(Array.from({ length: 6 }, () => ask()));
  expect(asked.map(({ status, free }) => ({ status, free }))).toEqual(
    asked.map(() => ({ status: 200, free: false })),
  );
  expect(other.asked).toBe(6);
});

test("a call that makes every process close its connection is not sent to one process after another", async () => {
  const [one, other] = fakes;
  one.do = closes;
  other.do = closes;
  const { status, free, body } = await ask("network");
  expect({ status, free }).toEqual({ status: 503, free: false });
  expect(JSON.parse(body).code).toBe("service_unavailable");
  // The gateway makes one attempt at each process, regardless of the number of open connections.
  expect([one.asked, other.asked]).toEqual([1, 1]);
});

test("a call to a service of one process is made a second time too, but not after the service hung", async () => {
  lone.do = (socket) => {
    closes(socket);
    lone.do = answers;
  };
  expect((await ask("mail")).status).toBe(200);
  expect(lone.asked).toBe(2);
  const [one, other] = fakes;
  Object.assign(one, { do: () => {}, asked: 0 });
  Object.assign(other, { do: () => {}, asked: 0 });
  expect((await ask()).status).toBe(503);
  expect(one.asked + other.asked).toBe(1);
});

test("time that runs out at a second process is not held against it", async () => {
  const [one, other] = fakes;
  const each = async () => {
    Object.assign(one, { do: answers, asked: 0 });
    Object.assign(other, { do: answers, asked: 0 });
    await ask();
    await ask();
    return [one.asked, other.asked];
  };
  expect(await each()).toEqual([1, 1]);
  const held: Socket[] = [];
  Object.assign(one, { do: (socket: Socket) => void held.push(socket) });
  Object.assign(other, { do: () => {}, asked: 0 });
  const asked = Array.from({ length: 6 }, () => ask());
  // Three calls reach the silent process first. They count as failures of this process, but are too few to open its
  // circuit.
  await until(() => held.length === 3 && other.asked === 3);
  const since = performance.now();
  await until(() => performance.now() - since > CALL_MS / 2);
  for (const socket of held) closes(socket);
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 503));
  expect(other.asked).toBe(6);
  expect(await each()).toEqual([1, 1]);
});

test("a process that ends with many calls in flight: each is retried once, and none finds the circuit open", async () => {
  const held: Socket[] = [];
  // These calls leave open connections to the process.
  lone.do = answers;
  await Promise.all(Array.from({ length: 20 }, () => ask("mail")));
  lone.do = (socket) => void held.push(socket);
  const asked = Array.from({ length: 20 }, () => ask("mail"));
  await until(() => held.length === 20);
  lone.do = answers;
  for (const socket of held) closes(socket);
  const later = Array.from({ length: 5 }, () => ask("mail"));
  const all = await Promise.all([...asked, ...later]);
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
});

test("with all processes away a call is refused at no cost, and the circuit closes by itself when one is back", async () => {
  const circuit = (state: string) =>
    metric(gateway, "dnstools_gateway_upstream_circuit_state", { service: "dns", state });
  for (const fake of fakes) fake.do = closes;
  await until(async () => {
    await ask();
    return (await circuit("open")) === 1;
  });
  const { status, free } = await ask();
  expect({ status, free }).toEqual({ status: 503, free: true });
  const [one] = fakes;
  one.do = answers;
  await until(async () => (await ask()).status === 200);
  expect(await circuit("closed")).toBe(1);
  for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200);
});
