/** Numbers of requests, by status and error code or by connection failure. */
export type Tally = Map<string, number>;

/** A load that is running. */
export type Load = {
  /** Stops the load and waits for all requests in flight. */
  readonly stop: () => Promise<Tally>;
  /** Waits until the given number of further requests have ended. */
  readonly pass: (requests: number) => Promise<void>;
};

/** Sends requests continuously, several at a time, until the load is stopped. */
export function startLoad(
  url: string,
  paths: readonly string[],
  atOnce: number,
  options: BunFetchRequestInit = {},
): Load {
  const tally: Tally = new Map();
  const waiting: { left: number; readonly done: () => void }[] = [];
  let stopped = false;
  const client = async (own: number) => {
    for (let n = own; !stopped; n++) {
      const outcome = await fetch(`${url}${paths[n % paths.length]}`, options)
        .then(async (response) => {
          const text = await response.text();
          return `${response.status} ${JSON.parse(text).code ?? ""}`.trim();
        })
        .catch((error: Error) => error.message);
      tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
      for (const one of waiting) {
        one.left -= 1;
        if (one.left === 0) one.done();
      }
    }
  };
  const clients = Array.from({ length: atOnce }, (_, own) => client(own));
  return {
    async stop() {
      stopped = true;
      await Promise.all(clients);
      return tally;
    },
    pass(requests) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ left: requests, done: resolve });
      return promise;
    },
  };
}
