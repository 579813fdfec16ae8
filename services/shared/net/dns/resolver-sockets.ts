import { type Sockets, UNCOUNTED } from "../sockets.ts";
import { randomId } from "./random-id.ts";
import { type QuerySocket, SharedSocket, type SocketOwner } from "./shared-socket.ts";
import type { Endpoint } from "./transport.ts";
import { Turns } from "./turns.ts";

/** Maximum number of sockets to one resolver. */
const SOCKETS = 8;
/** Milliseconds after which a socket is replaced by a new one on another port. */
const LIFE_MS = 30_000;

/** The sockets to one of our own resolvers, whose ports are random and change regularly. */
export class ResolverSockets {
  private readonly to: Endpoint;
  private readonly limit: Sockets;
  private readonly open: SharedSocket[] = [];
  /** The socket of the last query. */
  private last: SharedSocket | null = null;
  private readonly owner: SocketOwner = {
    lifeMs: LIFE_MS,
    strayMax: Number.POSITIVE_INFINITY,
    turns: new Turns(),
    idle: () => {},
    retired: (socket) => {
      this.open.splice(this.open.indexOf(socket), 1);
      if (this.last === socket) this.last = null;
    },
  };

  constructor(to: Endpoint, limit: Sockets) {
    this.to = to;
    this.limit = limit;
  }

  /** Returns a socket for a query. Queries that are sent in one batch get the same one. */
  join(): QuerySocket {
    if (!this.last?.isFilling) this.last = this.pick();
    return this.last.enter();
  }

  /** Picks a socket at random, so that the next source port is unpredictable. */
  private pick(): SharedSocket {
    const picked = this.open[randomId() % SOCKETS];
    if (picked?.isOpen) return picked;
    const [first] = this.open;
    if (first === undefined) return this.more(UNCOUNTED);
    const permit = this.open.every(({ isOpen }) => isOpen) ? this.limit.kept() : null;
    if (permit !== null) this.more(permit);
    return first;
  }

  /** Opens one more socket. The first socket needs no permit, because without a socket no query could be sent. */
  private more(permit: typeof UNCOUNTED): SharedSocket {
    const socket = new SharedSocket(this.to, permit, this.owner);
    this.open.push(socket);
    return socket;
  }
}
