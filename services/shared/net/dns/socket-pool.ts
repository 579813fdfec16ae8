import type { Reason } from "@dnstools/core/outcome";
import { type Cancel, type Endpoint, openUdp, reasonOf, type Waiting } from "./transport.ts";

/** Sockets to one resolver at a time. Each has a random port of the kernel's. */
const SOCKETS = 8;
/** A socket is left for a new one, on another port, after so many questions or milliseconds. */
const QUESTIONS_MAX = 4096;
const AGE_MS = 30_000;
/** Questions that one socket sends at once; their answers must fit its buffer. */
const BATCH_MAX = 32;

type Member = {
  readonly socket: Bun.udp.ConnectedSocket<"buffer">;
  /** Questions under way, by id. */
  readonly waiting: Map<number, Waiting>;
  readonly openedAt: number;
  /** Questions of this turn of the event loop: together they cost one system call. */
  readonly outgoing: Uint8Array[];
  questions: number;
  retired: boolean;
};

/** The sockets to one resolver. */
type Pool = {
  readonly members: Member[];
  opening: Promise<Member> | null;
  /** The one that this turn's questions go out from. */
  turn: Member | null;
};

/** Sends questions to our own resolvers from a few sockets each, on random ports that change. */
export type SocketPool = {
  /** @param query its id is overwritten in place with one that is free, and unpredictable. */
  readonly send: (to: Endpoint, query: Uint8Array, waiting: Waiting) => Cancel;
};

export function createSocketPool(): SocketPool {
  const pools = new Map<string, Pool>();

  /** The socket of this turn, picked at random, so that nobody knows which is next. */
  function pick(to: Endpoint, pool: Pool): Member | Promise<Member> {
    if (pool.turn !== null && pool.turn.outgoing.length < BATCH_MAX) return pool.turn;
    const at = randomId() % SOCKETS;
    const member = pool.members[at];
    if (member !== undefined) {
      const stale = member.questions >= QUESTIONS_MAX || performance.now() - member.openedAt > AGE_MS;
      if (!stale) {
        pool.turn = member;
        return member;
      }
      member.retired = true;
      pool.members.splice(at, 1);
      closeIfDone(member);
    }
    pool.opening ??= open(to).then(
      (opened) => {
        pool.members.push(opened);
        pool.opening = null;
        return opened;
      },
      (error) => {
        pool.opening = null;
        throw error;
      },
    );
    return pool.members[0] ?? pool.opening;
  }

  return {
    send(to, query, waiting) {
      const key = `${to.address}#${to.port}`;
      let pool = pools.get(key);
      if (pool === undefined) {
        pool = { members: [], opening: null, turn: null };
        pools.set(key, pool);
      }
      const member = pick(to, pool);
      if (!(member instanceof Promise)) return start(member, pool, to, query, waiting);
      let cancel: Cancel | null = () => {};
      const of = pool;
      member.then(
        (opened) => {
          if (cancel !== null) cancel = start(opened, of, to, query, waiting);
        },
        (error) => {
          if (cancel !== null) waiting.fail(reasonOf(error, to));
        },
      );
      return () => {
        cancel?.();
        cancel = null;
      };
    },
  };
}

async function open(to: Endpoint): Promise<Member> {
  const waiting: Member["waiting"] = new Map();
  const take = (bytes: Uint8Array) => {
    if (bytes.length < 2) return;
    const id = ((bytes[0] as number) << 8) | (bytes[1] as number);
    const one = waiting.get(id);
    if (one?.take(bytes)) leave(member, id, one);
  };
  // Nobody listens there, or no way leads there: that is about all questions under way.
  const socket = await openUdp(to, take, (error) => failAll(member, reasonOf(error, to)));
  const member: Member = {
    socket,
    waiting,
    openedAt: performance.now(),
    outgoing: [],
    questions: 0,
    retired: false,
  };
  return member;
}

function start(member: Member, pool: Pool, to: Endpoint, query: Uint8Array, waiting: Waiting): Cancel {
  let id = randomId();
  while (member.waiting.has(id)) id = randomId();
  query[0] = id >> 8;
  query[1] = id & 0xff;
  member.questions++;
  member.waiting.set(id, waiting);
  if (member.outgoing.push(query) === 1) setImmediate(() => flush(member, pool, to));
  return () => leave(member, id, waiting);
}

/** Sends what this turn has gathered. What the kernel does not take is lost, as on the network, and sent again later. */
function flush(member: Member, pool: Pool, to: Endpoint): void {
  if (pool.turn === member) pool.turn = null;
  const queries = member.outgoing.splice(0);
  if (member.socket.closed) return;
  try {
    if (queries.length === 1) member.socket.send(queries[0] as Uint8Array);
    else member.socket.sendMany(queries);
  } catch (error) {
    failAll(member, reasonOf(error, to));
  }
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
  if (member.retired && member.waiting.size === 0 && !member.socket.closed) member.socket.close();
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
