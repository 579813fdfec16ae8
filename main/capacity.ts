import { readOpenFilesLimit } from "@dnstools/server/config/open-files";
import type { Load } from "@dnstools/server/run/admission";
import type { Parts } from "./parts.ts";
import { SERVICE_NAMES, type Target } from "./targets.ts";
import { queueWaitMs } from "./tool-deadlines.ts";

/** Requests that Bun's fetch has under way in a process; its variable must be set before it starts. */
const FETCHES_MAX = Number(process.env["BUN_CONFIG_MAX_HTTP_REQUESTS"]) || 256;

/** Open files that a call needs, its client's connection included, on average of a crowd. */
const OPEN_FILES_OF_CALL = 4;

/** Below so many open files an operator is warned. */
const OPEN_FILES_FEW = 4096;

/** What an operator should know of the machine that a process starts on; null where all is well. */
export function fewOpenFiles(): string | null {
  const limit = readOpenFilesLimit() ?? OPEN_FILES_FEW;
  if (limit >= OPEN_FILES_FEW) return null;
  return `only ${limit} files and sockets may be open, so fewer calls are worked on at once: set \`ulimit -n ${OPEN_FILES_FEW}\` or more`;
}

/** How many calls each service works on at once: as many as the operator says, where open files and Bun's fetch allow it. */
export function loadOf(target: Target, { config, log }: Pick<Parts, "config" | "log">): Load {
  const wanted = config.SERVICE_CONCURRENCY || Number.POSITIVE_INFINITY;
  const files = readOpenFilesLimit() ?? Number.POSITIVE_INFINITY;
  // Calls that leave by fetch share its requests, so that slow services leave some to the others.
  const fetches =
    target === "gateway" ? Math.floor(FETCHES_MAX / (SERVICE_NAMES.length + 1)) : Number.POSITIVE_INFINITY;
  if (fetches < wanted) {
    log.warn(
      "fewer calls at once than SERVICE_CONCURRENCY says: set BUN_CONFIG_MAX_HTTP_REQUESTS, as bin/start does",
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

/** From so many open files on outgoing sockets need no bound. */
const OPEN_FILES_MANY = 65_536;
/** What a process has open beside sockets to servers and connections of clients, databases and one socket to each resolver included. */
const OPEN_FILES_OWN = 32;

/** How many outgoing sockets there may be at once: half of what is left of the open files, the other half is for clients; null for any number. */
export function socketsMax(files: number | null): number | null {
  if (files === null || files >= OPEN_FILES_MANY) return null;
  return Math.max(1, Math.floor((files - OPEN_FILES_OWN) / 2));
}
