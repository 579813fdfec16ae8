import { dlopen, ptr } from "bun:ffi";

/**
 * Holds each packet of netfilter queue 0 for the number of milliseconds in its mark, and then releases it. The
 * packet stays in the kernel: this process receives its number and its mark (nfnetlink_queue, copy mode META). It
 * runs in the namespace whose packets it delays, needs CAP_NET_ADMIN there, and prints "ready" when it holds
 * packets.
 * netem would do the same, but is not in every kernel; NFQUEUE is in almost all kernels.
 */
const libc = dlopen("libc.so.6", {
  socket: { args: ["int", "int", "int"], returns: "int" },
  bind: { args: ["int", "ptr", "u32"], returns: "int" },
  setsockopt: { args: ["int", "int", "int", "ptr", "u32"], returns: "int" },
  send: { args: ["int", "ptr", "u64", "int"], returns: "i64" },
  recv: { args: ["int", "ptr", "u64", "int"], returns: "i64" },
  ppoll: { args: ["ptr", "u64", "ptr", "ptr"], returns: "int" },
  prctl: { args: ["int", "u64", "u64", "u64", "u64"], returns: "int" },
}).symbols;

const QUEUE = 0;
const AF_NETLINK = 16;
const SOCK_RAW = 3;
const NETLINK_NETFILTER = 12;
const MSG_DONTWAIT = 0x40;
const PR_SET_TIMERSLACK = 29;
/** nfnetlink message types; the queue's subsystem is 3. */
const [PACKET, VERDICT, CONFIG] = [0x300, 0x301, 0x302];
const [NLM_F_REQUEST, NLM_F_ACK] = [1, 4];
const NLMSG_ERROR = 2;
/** Attributes of a packet (NFQA_*), of a verdict and of the configuration (NFQA_CFG_*). */
const [PACKET_HDR, MARK, VERDICT_HDR] = [1, 3, 2];
const [CFG_CMD, CFG_PARAMS, CFG_QUEUE_MAXLEN, CFG_MASK, CFG_FLAGS] = [1, 2, 3, 4, 5];
const ACCEPT = 1;
/** Flags of the queue: if the queue is full, packets pass undelayed (fail open); large segments are not split (GSO). */
const FAIL_OPEN_AND_GSO = 1 | 4;
const HEADERS = 20;

const socket = libc.socket(AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER);
const incoming = new DataView(new ArrayBuffer(1 << 20));

function message(type: number, flags: number, attributes: readonly [number, Uint8Array][]): Uint8Array {
  const padded = (length: number) => (length + 3) & ~3;
  const length = attributes.reduce((sum, [, value]) => sum + padded(4 + value.length), HEADERS);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, length, true);
  view.setUint16(4, type, true);
  view.setUint16(6, NLM_F_REQUEST | flags, true);
  view.setUint16(18, QUEUE);
  let at = HEADERS;
  for (const [attribute, value] of attributes) {
    view.setUint16(at, 4 + value.length, true);
    view.setUint16(at + 2, attribute, true);
    bytes.set(value, at + 4);
    at += padded(4 + value.length);
  }
  return bytes;
}

function configure(what: string, ...attributes: [number, Uint8Array][]): void {
  const request = message(CONFIG, NLM_F_ACK, attributes);
  libc.send(socket, ptr(request), request.length, 0);
  // A packet that is already queued may arrive before the answer. It is released at once.
  for (;;) {
    const length = Number(libc.recv(socket, ptr(incoming), incoming.byteLength, 0));
    if (length < 0) throw new Error(`netfilter queue: ${what}: no answer`);
    if (incoming.getUint16(4, true) === NLMSG_ERROR) break;
    take(length, Number.NEGATIVE_INFINITY);
  }
  const error = -incoming.getInt32(16, true);
  if (error !== 0) throw new Error(`netfilter queue: ${what}: errno ${error}`);
}

const be32 = (value: number) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);

function open(): void {
  const address = new Uint8Array(12);
  new DataView(address.buffer).setUint16(0, AF_NETLINK, true);
  if (socket < 0 || libc.bind(socket, ptr(address), address.length) < 0) throw new Error("no netlink socket");
  libc.prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0);
  configure("bind", [CFG_CMD, new Uint8Array([1, 0, 0, 0])]);
  configure("copy mode", [CFG_PARAMS, new Uint8Array([0, 0, 0, 0, 1])]);
  configure("length", [CFG_QUEUE_MAXLEN, be32(262_144)]);
  configure("flags", [CFG_MASK, be32(FAIL_OPEN_AND_GSO)], [CFG_FLAGS, be32(FAIL_OPEN_AND_GSO)]);
  const set = (level: number, option: number, value: number) =>
    libc.setsockopt(socket, level, option, ptr(new Int32Array([value])), 4);
  const [SOL_SOCKET, SO_RCVBUF, SO_RCVBUFFORCE] = [1, 8, 33];
  const [SOL_NETLINK, NETLINK_NO_ENOBUFS] = [270, 5];
  set(SOL_SOCKET, SO_RCVBUF, 32 << 20);
  set(SOL_SOCKET, SO_RCVBUFFORCE, 32 << 20);
  set(SOL_NETLINK, NETLINK_NO_ENOBUFS, 1);
}

/**
 * A held packet: when to release it, in milliseconds of `performance.now()`; its order of arrival, which breaks ties;
 * and its number. The held packets are in a binary heap.
 */
type Held = { readonly due: number; readonly order: number; readonly id: number };
const heap: Held[] = [];
const before = (a: Held | undefined, b: Held | undefined) =>
  a !== undefined && b !== undefined && (a.due < b.due || (a.due === b.due && a.order < b.order));

function swap(i: number, j: number): void {
  const [a, b] = [heap[i], heap[j]];
  if (a !== undefined && b !== undefined) [heap[i], heap[j]] = [b, a];
}

function hold(packet: Held): void {
  heap.push(packet);
  for (let i = heap.length - 1; i > 0; ) {
    const parent = (i - 1) >> 1;
    if (!before(heap[i], heap[parent])) break;
    swap(i, parent);
    i = parent;
  }
}

function takeFirst(): Held | undefined {
  swap(0, heap.length - 1);
  const first = heap.pop();
  for (let i = 0; ; ) {
    let least = i;
    for (const child of [2 * i + 1, 2 * i + 2]) if (before(heap[child], heap[least])) least = child;
    if (least === i) return first;
    swap(i, least);
    i = least;
  }
}

/** A prepared verdict, to which `letGo` adds a packet's number before it sends the verdict. */
const verdict = message(VERDICT, 0, [[VERDICT_HDR, new Uint8Array([0, 0, 0, ACCEPT, 0, 0, 0, 0])]]);
const verdictView = new DataView(verdict.buffer);
function letGo(id: number): void {
  verdictView.setUint32(HEADERS + 8, id);
  libc.send(socket, ptr(verdict), verdict.length, 0);
}

/** Order of arrival of the next packet. */
let order = 0;
/**
 * Reads the netlink messages of one receive, and holds their packets.
 * @param now time of arrival in milliseconds of `performance.now()`.
 */
function take(length: number, now: number): void {
  for (let start = 0; start + 16 <= length; ) {
    const size = incoming.getUint32(start, true);
    if (size < 16) return;
    if (incoming.getUint16(start + 4, true) === PACKET) {
      let [id, mark] = [0, 0];
      for (let at = start + HEADERS; at + 4 <= start + size; ) {
        const attribute = incoming.getUint16(at + 2, true) & 0x3fff;
        if (attribute === PACKET_HDR) id = incoming.getUint32(at + 4);
        if (attribute === MARK) mark = incoming.getUint32(at + 4);
        at += (Math.max(4, incoming.getUint16(at, true)) + 3) & ~3;
      }
      hold({ due: now + (mark & 0xffff), order: order++, id });
    }
    start += (size + 3) & ~3;
  }
}

function run(): never {
  const pollfd = new DataView(new ArrayBuffer(8));
  pollfd.setInt32(0, socket, true);
  const POLLIN = 1;
  pollfd.setInt16(4, POLLIN, true);
  const wait = new BigInt64Array(2);
  for (;;) {
    const now = performance.now();
    while (heap[0] !== undefined && heap[0].due <= now) letGo(takeFirst()?.id ?? 0);
    const next = heap[0];
    const leftMs = next === undefined ? 1000 : Math.max(0, next.due - performance.now());
    wait[0] = BigInt(Math.floor(leftMs / 1000));
    wait[1] = BigInt(Math.floor((leftMs % 1000) * 1e6));
    if (libc.ppoll(ptr(pollfd), 1, ptr(wait), null) <= 0) continue;
    for (let i = 0; i < 256; i++) {
      const length = Number(libc.recv(socket, ptr(incoming), incoming.byteLength, MSG_DONTWAIT));
      if (length <= 0) break;
      take(length, performance.now());
    }
  }
}

open();
console.log("ready");
run();
