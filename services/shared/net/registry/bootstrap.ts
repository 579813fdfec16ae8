import { Cache } from "@dnstools/concurrency/cache";
import { SingleFlight } from "@dnstools/concurrency/single-flight";
import type { OnEvent } from "@dnstools/core/net-event";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { NetSession } from "../session.ts";
import { parseObject } from "./json.ts";
import type { Registry } from "./registries.ts";
import { type ServiceList, servicesOf, urlsOfAddress, urlsOfTopLevel } from "./service-list.ts";
import { ServiceListFiles } from "./service-list-files.ts";

/** The RDAP server that IANA lists for a top-level domain or an address. */
type Base = {
  /** The base URL with a trailing slash (an https URL if IANA lists one); absent if IANA lists no RDAP server. */
  readonly outcome: Outcome<string>;
  /** Evidence of the exchanges that fetched the list, possibly for another caller. */
  readonly evidence: readonly Evidence[];
};

/** Finds RDAP servers through IANA's bootstrap lists (RFC 9224). */
export type Bootstrap = {
  /** @param key a top-level domain or an IP address. */
  readonly baseOf: (registry: Registry, key: string) => Promise<Base>;
};

type Fetched = { readonly outcome: Outcome<ServiceList>; readonly evidence: readonly Evidence[] };

const BYTES_MAX = 2_097_152;
/** Milliseconds between checks for a newer list; FAILURE_MS is the time for which a failed fetch is remembered. */
const FRESH_MS = 86_400_000;
const FAILURE_MS = 60_000;

/** Settings and shared parts of the RDAP bootstrap. */
export type BootstrapOptions = {
  readonly session: (signal: AbortSignal) => NetSession;
  /** Folder to store the lists in; null to keep them in memory only. */
  readonly folder: string | null;
  readonly waits: Waits;
  readonly onEvent: OnEvent;
};

/**
 * Creates the RDAP bootstrap. A list is fetched at its first use, then kept in memory and on disk. A list older than a
 * day stays in use while a newer one is requested (ETag), so that callers wait only for the first fetch.
 */
export function createBootstrap({ session, folder, waits, onEvent }: BootstrapOptions): Bootstrap {
  const files = new ServiceListFiles(folder);
  const lists = new Map<Registry, ServiceList>();
  const failures = new Cache<Registry, Fetched>({ max: 3, ttlMs: FAILURE_MS });
  const loads = new SingleFlight<Registry, void>();
  const fetches = new SingleFlight<Registry, Fetched>();

  function keep(registry: Registry, list: ServiceList): void {
    lists.set(registry, list);
    onEvent({ kind: "data_file", file: `rdap_${registry}`, checkedAt: list.checkedAt });
  }

  async function load(registry: Registry): Promise<void> {
    const list = await files.load(registry);
    if (list !== null) keep(registry, list);
  }

  async function get(registry: Registry): Promise<Fetched> {
    if (!lists.has(registry) && failures.get(registry) === undefined)
      await loads.join(registry, () => load(registry));
    const list = lists.get(registry);
    if (list === undefined) return refresh(registry);
    if (Date.now() - list.checkedAt > FRESH_MS) void refresh(registry);
    return { outcome: present(list), evidence: [] };
  }

  /** Fetches a list. Concurrent callers share one fetch. A failed fetch is not repeated for FAILURE_MS. */
  async function refresh(registry: Registry): Promise<Fetched> {
    return failures.get(registry) ?? fetches.join(registry, () => fetchList(registry));
  }

  async function fetchList(registry: Registry): Promise<Fetched> {
    const until = AbortSignal.timeout(waits.bootstrapMs);
    // This limit is longer than `until`, so that a silent server is reported as `timeout` and not as `budget`.
    const own = session(AbortSignal.timeout(2 * waits.bootstrapMs));
    const list = lists.get(registry);
    const url = new URL(`https://data.iana.org/rdap/${registry}.json`);
    const headers = list === undefined ? {} : { "if-none-match": list.etag };
    const outcome = read(await own.get(url, { headers, bytesMax: BYTES_MAX, until }), list);
    const fetched = { outcome, evidence: own.evidence };
    if (outcome.kind !== "present") {
      failures.set(registry, fetched);
      return fetched;
    }
    keep(registry, outcome.value);
    await files.save(registry, outcome.value);
    return fetched;
  }

  return {
    async baseOf(registry, key) {
      const { outcome, evidence } = await get(registry);
      if (outcome.kind !== "present") return { outcome, evidence };
      const { services } = outcome.value;
      const urls = registry === "dns" ? urlsOfTopLevel(services, key) : urlsOfAddress(services, key);
      const url = urls.find((one) => one.startsWith("https:")) ?? urls.find((one) => one.startsWith("http:"));
      if (url === undefined || !URL.canParse(url))
        return { outcome: { kind: "absent", how: "not_offered" }, evidence };
      return { outcome: present(new URL(url.endsWith("/") ? url : `${url}/`).href), evidence };
    },
  };
}

/**
 * Reads the response to a request for a list.
 * @param have the list in memory; the server may confirm that it is current.
 */
function read(
  outcome: Awaited<ReturnType<NetSession["get"]>>,
  have: ServiceList | undefined,
): Outcome<ServiceList> {
  if (outcome.kind !== "present") return outcome;
  const { status, headers, body } = outcome.value;
  const checkedAt = Date.now();
  if (status === 304 && have !== undefined) return present({ ...have, checkedAt });
  const services = status === 200 ? servicesOf(parseObject(body)) : null;
  if (services === null)
    return unknown(status >= 500 ? "server_error" : status === 429 ? "rate_limited" : "malformed");
  return present({ services, etag: headers.get("etag") ?? '""', checkedAt });
}
