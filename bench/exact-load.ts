import { openClient } from "./http-client.ts";
import { cpuSeconds } from "./measure.ts";

/**
 * A load of a fixed number of requests, which gives a better measure than a fixed time if other programs use the
 * machine too.
 */
export type ExactLoad = {
  readonly url: string;
  /** Processes that serve the URL, and whose CPU is measured. */
  readonly pids: readonly number[];
  /** Paths that are requested in turn. */
  readonly paths: readonly string[];
  /** Status that every answer must have. */
  readonly status: number;
  /** Number of requests in flight. */
  readonly connections: number;
};

/** A load whose connections stay open. Each `send` continues with the path after the last one. */
export type OpenLoad = Disposable & {
  /**
   * Sends that many requests.
   * @returns the CPU seconds that the processes used.
   * @throws if too many answers have another status.
   */
  readonly send: (requests: number) => Promise<number>;
};

/** Share of answers that may have another status: a limiter refills while it is measured. */
const OTHERS_MAX = 0.001;

export function openLoad({ url, pids, paths, status: wanted, connections }: ExactLoad): OpenLoad {
  const client = openClient(url, connections);
  const cpu = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  let next = 0;
  return {
    async send(requests) {
      const others: number[] = [];
      const end = next + requests;
      const worker = async () => {
        while (next < end) {
          const { status } = await client.get(paths[next++ % paths.length] ?? "/");
          if (status !== wanted) others.push(status);
        }
      };
      const before = cpu();
      await Promise.all(Array.from({ length: connections }, worker));
      const used = cpu() - before;
      if (others.length > requests * OTHERS_MAX)
        throw new Error(
          `${url}${paths[0]}: ${others.length} of ${requests} answers have another status, such as ${others[0]}`,
        );
      return used;
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}
