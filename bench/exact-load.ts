import { openClient } from "./http-client.ts";
import { cpuSeconds } from "./measure.ts";

/**
 * A load of a fixed number of requests. If other programs use the machine too, this measures more exactly than a load
 * of fixed duration.
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

/** A load whose connections stay open. Each `send` starts with the path that follows the last one requested. */
export type OpenLoad = Disposable & {
  /**
   * Sends the given number of requests.
   * @returns the CPU seconds that the processes used
   * @throws if too many answers have an unexpected status
   */
  readonly send: (requests: number) => Promise<number>;
};

/**
 * Maximum share of answers with an unexpected status: a used-up rate limit refills during the measurement, so a few
 * requests are accepted.
 */
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
