import { readOpenFilesLimit } from "@dnstools/server/config/open-files";
import type { Load } from "@dnstools/server/run/admission";
import type { Parts } from "./parts.ts";
import { SERVICE_NAMES, type Target } from "./targets.ts";
import { queueWaitMs } from "./tool-deadlines.ts";

/**
 * Maximum number of concurrent requests of Bun's fetch. Bun reads this environment variable only when the process
 * starts.
 */
const FETCHES_MAX = Number(process.env["BUN_CONFIG_MAX_HTTP_REQUESTS"]) || 256;

/** Average number of open files for each concurrent call, including the client's connection. */
const OPEN_FILES_OF_CALL = 4;

/** The operator is warned if the process's limit on open files is lower than this number. */
const OPEN_FILES_FEW = 4096;

/** Returns a warning for the operator if the limit on open files is low, otherwise null. */
export function fewOpenFiles(): string | null {
  const limit = readOpenFilesLimit() ?? OPEN_FILES_FEW;
  if (limit >= OPEN_FILES_FEW) return null;
  return `only ${limit} files and sockets may be open, which limits the number of concurrent calls: set \`ulimit -n ${OPEN_FILES_FEW}\` or more`;
}

/**
 * Returns the load limits of each service: the operator's settings, reduced to what open files and Bun's fetch allow.
 */
export function loadOf(target: Target, { config, log }: Pick<Parts, "config" | "log">): Load {
  const wanted = config.SERVICE_CONCURRENCY || Number.POSITIVE_INFINITY;
  const files = readOpenFilesLimit() ?? Number.POSITIVE_INFINITY;
  // Concurrent fetch requests are divided among the services, so that slow services cannot use all of them.
  const fetches =
    target === "gateway" ? Math.floor(FETCHES_MAX / (SERVICE_NAMES.length + 1)) : Number.POSITIVE_INFINITY;
  if (fetches < wanted) {
    log.warn(
      "fewer concurrent calls than SERVICE_CONCURRENCY are possible: set BUN_CONFIG_MAX_HTTP_REQUESTS, as bin/start does",
      { serviceConcurrency: fetches },
    );
  }
  const capacity = Math.min(wanted, fetches, Math.floor(files / OPEN_FILES_OF_CALL));
  return {
    capacity: capacity === Number.POSITIVE_INFINITY ? 0 : capacity,
    perCaller: config.KEY_CONCURRENCY,
    perTarget: config.TARGET_CONCURRENCY,
    queueWaitMs: queueWaitMs(config),
  };
}

/** Outgoing sockets are not limited if the process's limit on open files is at least this number. */
const OPEN_FILES_MANY = 65_536;
/**
 * Number of open files that a process needs for databases, resolvers and so on, apart from client connections and
 * sockets to queried servers.
 */
const OPEN_FILES_OWN = 32;

/**
 * Returns the maximum number of outgoing sockets: half of the available open files, because the other half is for
 * clients.
 * @param files limit on open files; null if unlimited
 * @returns null if outgoing sockets are not limited
 */
export function socketsMax(files: number | null): number | null {
  if (files === null || files >= OPEN_FILES_MANY) return null;
  return Math.max(1, Math.floor((files - OPEN_FILES_OWN) / 2));
}
