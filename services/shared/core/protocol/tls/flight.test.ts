import { expect, test } from "bun:test";
import { createFlightReader, type FlightMove } from "./flight.ts";
import { clientHello, HELLOS } from "./hello.ts";
import { ALL_SUITES, isForwardSecret, isWeak, suiteName, WEAK_SUITES } from "./suites.ts";

const bytes16 = (value: number) => [value >> 8, value & 0xff];
const bytes24 = (value: number) => [value >> 16, ...bytes16(value & 0xff_ff)];
const message = (type: number, body: readonly number[]) => [type, ...bytes24(body.length), ...body];
const record = (type: number, body: readonly number[]) => [type, 3, 3, ...bytes16(body.length), ...body];

const hello = (version: number, suite: number, extensions: readonly number[] = []) =>
  message(2, [
    ...bytes16(version),
    ...new Array<number>(32).fill(7),
    ...[0, ...bytes16(suite), 0],
    ...(extensions.length === 0 ? [] : [...bytes16(extensions.length), ...extensions]),
  ]);
const chain = message(11, [...bytes24(5 + 4), ...bytes24(2), 0x30, 0x00, ...bytes24(1), 0x05]);
const done = message(14, []);
/** Extensions: ALPN http/1.1 and signed certificate timestamps. */
const EXTENSIONS = [0, 16, 0, 11, 0, 9, 8, ...new TextEncoder().encode("http/1.1"), 0, 18, 0, 2, 9, 9];
const staple = message(22, [1, ...bytes24(3), 1, 2, 3]);
const request = message(13, [1, 1, 0, 0, 0, 0]);
const curve = message(12, [3, 0, 23, 1, 4]);
const FLIGHT = [...hello(0x0303, 0xc02f, EXTENSIONS), ...chain, ...staple, ...curve, ...request, ...done];

/** Returns the reader's result for bytes that are passed in pieces of the given size. */
function read(bytes: readonly number[], size = bytes.length): FlightMove {
  const take = createFlightReader();
  for (let at = 0; at < bytes.length; at += size) {
    const move = take(Uint8Array.from(bytes.slice(at, at + size)));
    if (move.kind !== "more") return move;
  }
  return { kind: "more" };
}

test("a flight is read in pieces of any size and from several records", () => {
  const records = [
    ...record(22, FLIGHT.slice(0, 50)),
    ...record(21, [1, 112]),
    ...record(22, FLIGHT.slice(50)),
  ];
  for (const size of [1, 7, 1000])
    expect(read(records, size)).toEqual({
      kind: "flight",
      flight: {
        version: "TLSv1.2",
        cipher: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        group: "P-256",
        alpn: "http/1.1",
        chain: [Uint8Array.of(0x30, 0), Uint8Array.of(5)],
        ocsp: Uint8Array.of(1, 2, 3),
        scts: true,
        asksCertificate: true,
      },
    });
  const dh = message(12, [...bytes16(3), 0x0f, 1, 1, 0, 1, 2]);
  expect(read(record(22, [...hello(0x0300, 0x0033), ...chain, ...dh, ...done]))).toMatchObject({
    flight: {
      version: "SSLv3",
      group: "DH 20 bits",
      alpn: null,
      ocsp: null,
      scts: false,
      asksCertificate: false,
    },
  });
});

test("alerts have their names, and other protocols are not TLS", () => {
  expect(read(record(21, [2, 40]))).toEqual({ kind: "alert", name: "handshake_failure" });
  expect(read(record(21, [1, 0]))).toEqual({ kind: "alert", name: "close_notify" });
  expect(read(record(21, [2, 200]))).toEqual({ kind: "alert", name: "alert_200" });
  const not = ["HTTP/1.1 400 Bad Request\r\n", "220 ESMTP\r\n", "SSH-2.0-x\r\n"].map((text) => [
    ...new TextEncoder().encode(text),
  ]);
  // Messages that are not a valid flight: an unknown version, certificates before a hello, and an end without a hello.
  const odd = [hello(0x0505, 1), chain, done].map((one) =>
    record(22, one === chain ? [...chain, ...done] : one),
  );
  expect([...not, ...odd].map((bytes) => read(bytes).kind)).toEqual(new Array(6).fill("not_tls"));
  expect(read(record(22, [11, ...bytes24(200_000)])).kind).toBe("too_large");
  const endless = record(22, new Array<number>(16_000).fill(0));
  const take = createFlightReader();
  let last: FlightMove = { kind: "more" };
  for (let i = 0; i < 20 && last.kind === "more"; i++)
    last = take(Uint8Array.from(record(21, [1, ...endless.slice(0, 15_000)])));
  expect(last.kind).toBe("too_large");
});

test("bytes that are changed or cut never throw", () => {
  const whole = record(22, FLIGHT);
  for (let at = 0; at < whole.length; at++) {
    for (const value of [0, 1, 0x7f, 0xff]) read(whole.with(at, value), 13);
    read(whole.slice(0, at));
  }
});

test("a hello is a record of at least 512 bytes with exactly what it offers", () => {
  for (const kind of HELLOS) {
    const bytes = clientHello(kind, { name: "a.example", alpn: ["h2"], random: new Uint8Array(32).fill(9) });
    const view = new DataView(bytes.buffer);
    expect([kind, bytes[0], view.getUint16(3), bytes[5], view.getUint16(7)]).toEqual([
      ...[kind, 22, bytes.length - 5, 1, bytes.length - 9],
    ]);
    expect(bytes.length).toBeGreaterThanOrEqual(512);
    expect(view.getUint16(9)).toBe(kind === "old" ? 0x0302 : 0x0303);
    const count = view.getUint16(44) / 2;
    const suites = Array.from({ length: count }, (_, i) => suiteName(view.getUint16(46 + 2 * i)));
    if (kind === "rsa") expect(suites.filter((name) => !name.includes("_RSA_"))).toEqual([]);
    if (kind === "weak") expect(suites.filter((name) => isForwardSecret(name) && !isWeak(name))).toEqual([]);
    const text = String.fromCharCode(...bytes);
    expect(text.includes("a.example")).toBe(true);
    // The lengths of the extensions must add up to the length of the message.
    let at = 46 + 2 * count + 2;
    const end = at + 2 + view.getUint16(at);
    for (at += 2; at < end; ) at += 4 + view.getUint16(at + 2);
    expect([kind, at, end]).toEqual([kind, bytes.length, bytes.length]);
  }
  expect(WEAK_SUITES.length).toBeLessThan(ALL_SUITES.length);
  expect(new Set(ALL_SUITES).size).toBe(ALL_SUITES.length);
});

test("every suite with a certificate that OpenSSL 3 supports is offered, including rare ones of TLS 1.2", () => {
  const rare = [
    ...[0xc0_50, 0xc0_51, 0xc0_52, 0xc0_53, 0xc0_56, 0xc0_57, 0xc0_5c, 0xc0_5d, 0xc0_60, 0xc0_61],
    ...[0xc0_a0, 0xc0_a1, 0xc0_a2, 0xc0_a3, 0xc0_ae, 0xc0_af],
  ];
  expect(rare.filter((suite) => !ALL_SUITES.includes(suite))).toEqual([]);
});
