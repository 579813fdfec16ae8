import type { Permit } from "@dnstools/concurrency/fair-semaphore";
import type { Reason } from "@dnstools/core/tool/outcome";
import { randomId } from "./random-id.ts";
import { Transmission } from "./transmission.ts";
import { type Cancellable, type Endpoint, openUdp, reasonFrom, reasonOf, type Waiting } from "./transport.ts";
import type { Turns } from "./turns.ts";

/** Maximum number of queries sent in one batch. */
const BATCH_MAX = 64;
/** Number of queries after which a socket takes no more queries. */
const QUESTIONS_MAX = 4096;

/** What the owner of a shared socket decides and learns. */
export type SocketOwner = {
  /** Milliseconds after which the socket takes no more queries. */
  readonly lifeMs: number;
  /**
   * Maximum number of datagrams that are ignored because they have no ID of a query, in addition to one for each query,
   * which may be a late response. One more datagram fails the queries in flight, because a third party guesses IDs.
   */
  readonly strayMax: number;
  /** When batches are sent. Sockets to one server share their turns: a larger burst would overflow its buffer. */
  readonly turns: Turns;
  /** Called when the last query has left a socket that may take more queries. */
  readonly idle: (socket: SharedSocket) => void;
  /** Called once, when the socket takes no more queries. */
  readonly retired: (socket: SharedSocket) => void;
};

/** The use of a socket by one query, from `enter` to `leave`. */
export type QuerySocket = Pick<SharedSocket, "freeId" | "send" | "leave">;

/**
 * A UDP socket that queries to one server share. The kernel assigns it a random port and drops datagrams from other
 * addresses and ports. Each transmission has an unpredictable ID that no other transmission in flight has.
 *
 *     opening ──► open ──► retired ──► closed, when the last query has left
 */
export class SharedSocket {
  private readonly to: Endpoint;
  private readonly permit: Permit;
  private readonly owner: SocketOwner;
  private socket: Bun.udp.ConnectedSocket<"buffer"> | null = null;
  private readonly waiting = new Map<number, Transmission>();
  /** Transmissions to send together in the next turn of the event loop, which takes only one system call. */
  private readonly outgoing: Transmission[] = [];
  private readonly flush = (): void => this.sendOutgoing();
  private users = 0;
  private questions = 0;
  private strays = 0;
  private retired = false;

  /** @param permit released when the socket has been closed. */
  constructor(to: Endpoint, permit: Permit, owner: SocketOwner) {
    this.to = to;
    this.permit = permit;
    this.owner = owner;
    setTimeout(() => this.retire(), owner.lifeMs).unref();
    openUdp(
      to,
      (bytes) => this.take(bytes),
      (error) => this.fail(reasonFrom(error)),
    ).then(
      (socket) => {
        this.socket = socket;
        this.closeIfDone();
        this.flush();
      },
      (error) => {
        permit.release();
        this.fail(reasonOf(error, to));
      },
    );
  }

  /** True once the socket is open. */
  get isOpen(): boolean {
    return this.socket !== null;
  }

  /** True if the next batch has queries, and room for more. */
  get isFilling(): boolean {
    return this.outgoing.length % BATCH_MAX > 0;
  }

  /** Begins the use of the socket by a query. */
  enter(): QuerySocket {
    this.users++;
    return this;
  }

  /** Ends the use of the socket by a query, whose transmissions must have been cancelled. */
  leave(): void {
    this.users--;
    if (this.retired) this.closeIfDone();
    else if (this.users === 0) this.owner.idle(this);
  }

  /** Returns an unpredictable ID that no transmission in flight has. */
  freeId(): number {
    let id = randomId();
    while (this.waiting.has(id)) id = randomId();
    return id;
  }

  /** Sends a query with an ID from `freeId`. A query that the kernel drops is lost as if on the network. */
  send(id: number, query: Uint8Array, waiting: Waiting): Cancellable {
    const sending = new Transmission(this.waiting, id, query, waiting);
    this.waiting.set(id, sending);
    if (this.outgoing.push(sending) === 1 && this.socket !== null) this.owner.turns.add(this.flush);
    if (++this.questions === QUESTIONS_MAX) this.retire();
    return sending;
  }

  /** Takes no more queries. The socket is closed when its last query has left. */
  retire(): void {
    if (this.retired) return;
    this.retired = true;
    this.owner.retired(this);
    this.closeIfDone();
  }

  private closeIfDone(): void {
    if (!this.retired || this.users > 0 || this.socket === null) return;
    if (!this.socket.closed) this.socket.close();
    this.permit.release();
  }

  private sendOutgoing(): void {
    const { socket } = this;
    const batch = this.outgoing.splice(0, BATCH_MAX);
    if (this.outgoing.length > 0) this.owner.turns.add(this.flush);
    const queries: Uint8Array[] = [];
    for (const one of batch) if (one.isWaiting) queries.push(one.query);
    const [first] = queries;
    if (socket === null || first === undefined) return;
    try {
      // A query that the kernel has no room for is lost as if on the network.
      if (queries.length === 1) socket.send(first);
      else socket.sendMany(queries);
    } catch (error) {
      this.refused(batch, reasonOf(error, this.to));
    }
  }

  /** Fails queries that could not be sent. */
  private refused(batch: readonly Transmission[], reason: Reason): void {
    // The kernel reports an ICMP error about earlier queries at the next one, too.
    if (reason === "unreachable") this.fail(reason);
    else for (const one of batch) one.fail(reason);
  }

  private take(bytes: Uint8Array): void {
    const sent = bytes.length < 2 ? undefined : this.waiting.get((at(bytes, 0) << 8) | at(bytes, 1));
    if (sent !== undefined) sent.waiting.take(bytes);
    else if (++this.strays > this.owner.strayMax + this.questions) this.fail("malformed");
  }

  /** Fails all queries in flight, and retires the socket. */
  private fail(reason: Reason): void {
    this.retire();
    for (const one of [...this.waiting.values()]) one.fail(reason);
  }
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}
