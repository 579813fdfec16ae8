import { type Outcome, unknown } from "@dnstools/core/outcome";
import { type Attempt, anyAddress, type Endpoint, listener, type Read, reasonOf } from "./transport.ts";

/** Sockets to one resolver at a time. Each has a random port of the kernel's. */
const SOCKETS = 8;
/** A socket is left for a new one, on another port, after so many questions or milliseconds. */
const QUESTIONS_MAX = 4096;
const AGE_MS = 30_000;

/** One question under way: takes what comes with its id, or the failure of its socket. */
type Waiting = {
  readonly take: (bytes: Uint8Array) => void;
  readonly fail: (reason: Outcome<never>) => void;
};

type Member = {
  readonly socket: Bun.udp.ConnectedSocket<"buffer">;
  readonly waiting: Map<number, Waiting>;
  readonly openedAt: number;
  /** Questions of this turn of the event loop: together they cost one system call. */
  readonly outgoing: Uint8Array[];
  questions: number;
  retired: boolean;
};

/** Sends questions to our own resolvers from a few sockets each, on random ports that change. */
export type SocketPool = {
  /** @param query its id is overwritten in place with one that is free, and unpredictable. */
  readonly send: <T>(to: Endpoint, query: Uint8Array, read: Read<T>) => Attempt<T>;
};

export function createSocketPool(): SocketPool {
  const pools = new Map<string, { readonly members: Member[]; opening: Promise<Member> | null }>();

  async function open(to: Endpoint): Promise<Member> {
    const waiting = new Map<number, Waiting>();
    const socket = await Bun.udpSocket({
      hostname: anyAddress(to),
      connect: { hostname: to.address, port: to.port },
      socket: {
        data(_socket, bytes) {
          if (bytes.length >= 2) waiting.get(((bytes[0] as number) << 8) | (bytes[1] as number))?.take(bytes);
        },
        // Nobody listens there, or no way leads there: that is about all questions under way.
        error: (...args: unknown[]) => {
          const failure = unknown(reasonOf(args.at(-1), to));
          for (const one of [...waiting.values()]) one.fail(failure);
        },
      },
    });
    return { socket, waiting, openedAt: performance.now(), outgoing: [], questions: 0, retired: false };
  }

  /** A socket picked at random, so that nobody knows which is next. */
  function pick(to: Endpoint): Member | Promise<Member> {
    const key = `${to.address}#${to.port}`;
    const pool = pools.get(key) ?? { members: [], opening: null };
    pools.set(key, pool);
    const at = randomId() % SOCKETS;
    const member = pool.members[at];
    if (member !== undefined) {
      const stale = member.questions >= QUESTIONS_MAX || performance.now() - member.openedAt > AGE_MS;
      if (!stale) return member;
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
    send<T>(to: Endpoint, query: Uint8Array, read: Read<T>): Attempt<T> {
      const { promise, resolve } = Promise.withResolvers<Outcome<T>>();
      const listen = listener(read);
      let leave = () => {};
      let ended = false;
      const end = (outcome?: Outcome<T>) => {
        if (ended) return;
        ended = true;
        leave();
        if (outcome !== undefined) resolve(outcome);
      };
      const start = (member: Member) => {
        if (ended) return;
        let id = randomId();
        while (member.waiting.has(id)) id = randomId();
        query[0] = id >> 8;
        query[1] = id & 0xff;
        member.questions++;
        member.waiting.set(id, {
          take(bytes) {
            const outcome = listen(bytes);
            if (outcome !== null) end(outcome);
          },
          fail: end,
        });
        leave = () => {
          member.waiting.delete(id);
          closeIfDone(member);
        };
        if (member.outgoing.push(query) === 1) setImmediate(() => flush(member, to));
      };
      const member = pick(to);
      if (member instanceof Promise) member.then(start, (error) => end(unknown(reasonOf(error, to))));
      else start(member);
      return { result: promise, cancel: () => end() };
    },
  };
}

/** Sends what this turn has gathered. What the kernel does not take is lost, as on the network, and sent again later. */
function flush(member: Member, to: Endpoint): void {
  const queries = member.outgoing.splice(0);
  if (member.socket.closed) return;
  try {
    if (queries.length === 1) member.socket.send(queries[0] as Uint8Array);
    else member.socket.sendMany(queries);
  } catch (error) {
    const failure = unknown(reasonOf(error, to));
    for (const one of [...member.waiting.values()]) one.fail(failure);
  }
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
