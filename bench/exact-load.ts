import { openClient } from "./http-client.ts";
import { cpuSeconds } from "./measure.ts";

/** What is asked of whom: a number of requests says more than a time where others use the machine too. */
export type ExactLoad = {
  readonly url: string;
  /** The processes that serve it. */
  readonly pids: readonly number[];
  /** What is asked for, in turn. */
  readonly paths: readonly string[];
  /** The status that answers are to have. */
  readonly status: number;
  /** As many are under way at once. */
  readonly connections: number;
};

/** A load whose connections stay open; each time it goes on with the path behind the last. */
export type OpenLoad = Disposable & {
  /** Sends so many requests. @returns seconds of CPU that the processes took. @throws where answers have another status. */
  readonly send: (requests: number) => Promise<number>;
};

/** Answers of another status that are let pass, of all: a limit gives units back while it is measured. */
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
        throw new Error(`${url}${paths[0]}: ${others.length} of ${requests} answers such as ${others[0]}`);
      return used;
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}
