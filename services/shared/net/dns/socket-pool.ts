import type { Permit } from "@dnstools/concurrency/fair-semaphore";
import type { Reason } from "@dnstools/core/tool/outcome";
import { type Sockets, UNCOUNTED } from "../sockets.ts";
import { type Cancellable, type Endpoint, openUdp, reasonFrom, reasonOf, type Waiting } from "./transport.ts";

/** Maximum number of sockets to one resolver. The kernel assigns a random port to each socket. */
const SOCKETS = 8;
/**
 * Number of queries after which a socket is replaced by a new one on another port; AGE_MS is the time in milliseconds
 * after which it is replaced.
 */
const QUESTIONS_MAX = 4096;
const AGE_MS = 30_000;
/** Maximum number of queries sent in one batch. */
const BATCH_MAX = 64;

type Member = {
  readonly socket: Bun.udp.ConnectedSocket<"buffer">;
  readonly permit: Permit;
  /** Queries in flight on this socket, by ID. */
  readonly waiting: Map<number, Waiting>;
  readonly openedAt: number;
  questions: number;
  retired: boolean;
};

/** A query in the pool; `member` is null until the query is sent. */
class PooledQuery implements Cancellable {
  readonly query: Uint8Array;
  readonly waiting: Waiting;
  member: Member | null = null;
  id = 0;
  cancelled = false;

  constructor(query: Uint8Array, waiting: Waiting) {
    this.query = query;
    this.waiting = waiting;
  }

  cancel(): void {
    this.cancelled = true;
    if (this.member !== null) leave(this.member, this.id, this.waiting);
  }
}

/** The sockets to one resolver. */
type Pool = {
  readonly to: Endpoint;
  readonly sockets: Sockets;
  readonly members: Member[];
  opening: Promise<void> | null;
  /**
   * Queries to send in the next turns of the event loop. Sending several queries together takes only one system call.
   */
  readonly outgoing: PooledQuery[];
};

/**
 * Sends queries to our own resolvers over a small set of shared sockets, whose ports are random and change regularly.
 */
export type SocketPool = {
  /**
   * Sends a query.
   * @param query its ID is overwritten in place with an unpredictable ID that is not in use.
   */
  readonly send: (to: Endpoint, query: Uint8Array, waiting: Waiting) => Cancellable;
};

/** Creates a pool that opens its sockets when they are first needed. */
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
      const entry = new PooledQuery(query, waiting);
      if (pool.outgoing.push(entry) === 1) setImmediate(flush, pool);
      return entry;
    },
  };
}

/**
 * Sends a batch of the queued queries. A query that the kernel drops is lost as if on the network, and is repeated
 * later.
 */
function flush(pool: Pool): void {
  const member = pick(pool);
  // No socket is open yet: the first one is still being opened.
  if (member === null) return;
  const batch = pool.outgoing.splice(0, BATCH_MAX);
  const queries: Uint8Array[] = [];
  for (const entry of batch) {
    if (entry.cancelled) continue;
    enter(member, entry);
    queries.push(entry.query);
  }
  // The remaining queries are sent in the next turn of the event loop, because a larger burst would overflow the
  // resolver's buffer.
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

/** Picks a socket at random, so that the next source port is unpredictable; null while no socket is open. */
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

/** Opens one more socket. The first socket needs no permit, because without a socket no query could be sent. */
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
  // A connection error (port closed, no route) fails all queries in flight on the socket.
  const socket = await openUdp(to, take, (error) => failAll(member, reasonFrom(error)));
  const openedAt = performance.now();
  const member: Member = { socket, permit, waiting, openedAt, questions: 0, retired: false };
  return member;
}

/** Assigns an unused ID to a query and registers the query for its socket. */
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

/** Unregisters a query from its socket, unless the query's ID has since been assigned to another query. */
function leave(member: Member, id: number, waiting: Waiting): void {
  if (member.waiting.get(id) === waiting) member.waiting.delete(id);
  closeIfDone(member);
}

function closeIfDone(member: Member): void {
  if (!member.retired || member.waiting.size > 0 || member.socket.closed) return;
  member.socket.close();
  member.permit.release();
}

/** Buffer of random numbers, filled all at once: drawing each number separately costs more than sending a query. */
const IDS = new Uint16Array(2048);
let nextId = IDS.length;

/** Returns an unpredictable 16-bit number. */
export function randomId(): number {
  if (nextId === IDS.length) {
    crypto.getRandomValues(IDS);
    nextId = 0;
  }
  return IDS[nextId++] as number;
}
