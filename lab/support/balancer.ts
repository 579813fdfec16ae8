import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * One address in front of several processes, like a Service of Kubernetes: each new connection goes to a random
 * process and stays there until it ends. `await using` stops the balancer.
 */
export type Balancer = AsyncDisposable & {
  readonly url: string;
  /** Sets the processes that new connections go to. Open connections stay at their process. */
  readonly lead: (urls: readonly string[]) => void;
};

/** Starts a balancer on a free port. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  let places = urls;
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const place = places[Math.floor(Math.random() * places.length)];
    if (place === undefined) {
      near.destroy();
      return;
    }
    const { hostname, port } = new URL(place);
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      // If one side ends or resets the connection, the other side sees the same.
      one.on("error", () => other.resetAndDestroy());
      one.on("close", () => sockets.delete(one));
      one.pipe(other);
    }
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(next) {
      places = next;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
