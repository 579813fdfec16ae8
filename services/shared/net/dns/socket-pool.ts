import type { Permit } from "@dnstools/concurrency/fair-semaphore";
import type { Reason } from "@dnstools/core/tool/outcome";
import { type Sockets, UNCOUNTED } from "../sockets.ts";
import { type Cancel, type Endpoint, openUdp, reasonFrom, reasonOf, type Waiting } from "./transport.ts";

/** Sockets to one resolver at a time. Each has a random port of the kernel's. */
const SOCKETS = 8;
/** A socket is left for a new one, on another port, after so many questions or milliseconds. */
const QUESTIONS_MAX = 4096;
const AGE_MS = 30_000;
/** Questions that go out at once. */
const BATCH_MAX = 64;

type Member = {
  readonly socket: Bun.udp.ConnectedSocket<"buffer">;
  readonly permit: Permit;
  /** Questions under way, by id. */
  readonly waiting: Map<number, Waiting>;
  readonly openedAt: number;
  questions: number;
  retired: boolean;
};

/** A question in the pool; `member` is null until it is sent. */
type PooledQuery = {
  readonly query: Uint8Array;
  readonly waiting: Waiting;
  member: Member | null;
  id: number;
  cancelled: boolean;
};

/** The sockets to one resolver. */
type Pool = {
  readonly to: Endpoint;
  readonly sockets: Sockets;
  readonly members: Member[];
  opening: Promise<void> | null;
  /** Questions that go out in the next turns of the event loop: together they cost one system call. */
  readonly outgoing: PooledQuery[];
};

/** Sends questions to our own resolvers from a few sockets each, on random ports that change. */
export type SocketPool = {
  /** @param query its id is overwritten in place with one that is free, and unpredictable. */
  readonly send: (to: Endpoint, query: Uint8Array, waiting: Waiting) => Cancel;
};

export function createSocketPool(sockets: Sockets): SocketPool {
  const pools = new Map<string, Pool>();
  return {
    send(to, query, waiting) {
      const key = `${to.address}#${to.port}`;
      let pool = pools.get(key);
      if (pool === undefined) {
        pool = { to, sockets, members: [], opening: null, outgoing: [] };
        pools.set(key, pool);
      }
      const entry: PooledQuery = { query, waiting, member: null, id: 0, cancelled: false };
      if (pool.outgoing.push(entry) === 1) setImmediate(flush, pool);
      return () => {
        entry.cancelled = true;
        if (entry.member !== null) leave(entry.member, entry.id, waiting);
      };
    },
  };
}

/** Sends a batch of what has gathered. What the kernel does not take is lost, as on the network, and sent again later. */
function flush(pool: Pool): void {
  const member = pick(pool);
  // Before the first socket is there.
  if (member === null) return;
  const batch = pool.outgoing.splice(0, BATCH_MAX);
  const queries: Uint8Array[] = [];
  for (const entry of batch) {
    if (entry.cancelled) continue;
    enter(member, entry);
    queries.push(entry.query);
  }
  // Not all at once: a burst would run over somebody's buffer.
  if (pool.outgoing.length > 0) setImmediate(flush, pool);
  const [first] = queries;
  if (first === undefined || member.socket.closed) return;
  try {
    if (queries.length === 1) member.socket.send(first);
    else member.socket.sendMany(queries);
  } catch (error) {
    const reason = reasonOf(error, pool.to);
    for (const { id, waiting, cancelled } of batch) {
      leave(member, id, waiting);
      if (!cancelled) waiting.fail(reason);
    }
  }
}

/** A socket picked at random, so that nobody knows which is next; null while there is none. */
function pick(pool: Pool): Member | null {
  const at = randomId() % SOCKETS;
  const member = pool.members[at];
  if (member !== undefined) {
    const stale = member.questions >= QUESTIONS_MAX || performance.now() - member.openedAt > AGE_MS;
    if (!stale) return member;
    member.retired = true;
    pool.members.splice(at, 1);
    closeIfDone(member);
  }
  if (pool.opening === null) more(pool);
  return pool.members[0] ?? null;
}

/** Opens one more socket. The first needs no permit: without it no question could go out. */
function more(pool: Pool): void {
  const permit = pool.members.length === 0 ? UNCOUNTED : pool.sockets.kept();
  if (permit === null) return;
  pool.opening = open(pool.to, permit).then(
    (opened) => {
      pool.opening = null;
      pool.members.push(opened);
      if (pool.members.length === 1 && pool.outgoing.length > 0) flush(pool);
    },
    (error) => {
      permit.release();
      pool.opening = null;
      if (pool.members.length > 0) return;
      const reason = reasonOf(error, pool.to);
      for (const { cancelled, waiting } of pool.outgoing.splice(0)) if (!cancelled) waiting.fail(reason);
    },
  );
}

async function open(to: Endpoint, permit: Permit): Promise<Member> {
  const waiting: Member["waiting"] = new Map();
  const take = (bytes: Uint8Array) => {
    if (bytes.length < 2) return;
    const id = ((bytes[0] as number) << 8) | (bytes[1] as number);
    const one = waiting.get(id);
    if (one?.take(bytes)) leave(member, id, one);
  };
  // Nobody listens there, or no way leads there: that is about all questions under way.
  const socket = await openUdp(to, take, (error) => failAll(member, reasonFrom(error)));
  const openedAt = performance.now();
  const member: Member = { socket, permit, waiting, openedAt, questions: 0, retired: false };
  return member;
}

/** Gives a question its id at a socket. */
function enter(member: Member, entry: PooledQuery): void {
  let id = randomId();
  while (member.waiting.has(id)) id = randomId();
  entry.query[0] = id >> 8;
  entry.query[1] = id & 0xff;
  entry.id = id;
  entry.member = member;
  member.questions++;
  member.waiting.set(id, entry.waiting);
}

function failAll(member: Member, reason: Reason): void {
  const all = [...member.waiting.values()];
  member.waiting.clear();
  for (const one of all) one.fail(reason);
  closeIfDone(member);
}

/** Ends a question, unless its id is another's by now. */
function leave(member: Member, id: number, waiting: Waiting): void {
  if (member.waiting.get(id) === waiting) member.waiting.delete(id);
  closeIfDone(member);
}

function closeIfDone(member: Member): void {
  if (!member.retired || member.waiting.size > 0 || member.socket.closed) return;
  member.socket.close();
  member.permit.release();
}

/** Random numbers are drawn many at a time: one by one they cost more than the question. */
const IDS = new Uint16Array(2048);
let nextId = IDS.length;

/** An unpredictable number of 16 bits. */
export function randomId(): number {
  if (nextId === IDS.length) {
    crypto.getRandomValues(IDS);
    nextId = 0;
  }
  return IDS[nextId++] as number;
}
