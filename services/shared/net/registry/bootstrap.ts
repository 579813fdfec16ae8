import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { OnEvent } from "@dnstools/core/net-event";
import { contains, parseCidr, parseIp } from "@dnstools/core/protocol/ip";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { Look } from "../look.ts";
import { parseObject } from "./json.ts";

/** IANA's registries of RDAP servers (RFC 9224). */
export type Registry = "dns" | "ipv4" | "ipv6";

/** What IANA says of who answers for a top-level domain or an address. */
export type Base = {
  /** The base URL, https where there is one, with its slash; absent where nobody answers over RDAP. */
  readonly outcome: Outcome<string>;
  /** The exchanges that it took, perhaps for somebody else. */
  readonly evidence: readonly Evidence[];
};

export type Bootstrap = {
  /** @param key a top-level domain, or an address. */
  readonly baseOf: (registry: Registry, key: string) => Promise<Base>;
};

/** One registry: keys, and the URLs of those who answer for them. */
type Services = readonly (readonly [keys: readonly string[], urls: readonly string[]])[];
type Known = { readonly services: Services; readonly etag: string; readonly checkedAt: number };
type Fetched = { readonly outcome: Outcome<Known>; readonly evidence: readonly Evidence[] };

const BYTES_MAX = 2_097_152;
/** Milliseconds between checks for a newer one, and that a failure is remembered. */
const FRESH_MS = 86_400_000;
const FAILURE_MS = 60_000;

export type BootstrapOptions = {
  readonly look: (signal: AbortSignal) => Look;
  /** Folder to keep them in; null for memory alone. */
  readonly folder: string | null;
  readonly waits: Waits;
  readonly onEvent: OnEvent;
};

/**
 * Fetched at first use, then kept in memory and on disk. What is older than a day is used as it stands and checked
 * anew beside (ETag), so that nobody waits for it twice.
 */
export function createBootstrap({ look, folder, waits, onEvent }: BootstrapOptions): Bootstrap {
  const known = new Map<Registry, Known>();
  const failed = new Map<Registry, { readonly fetched: Fetched; readonly until: number }>();
  const running = new Map<Registry, Promise<Fetched>>();
  const loading = new Map<Registry, Promise<void>>();

  function keep(registry: Registry, value: Known): void {
    known.set(registry, value);
    onEvent({ kind: "data_file", file: `rdap_${registry}`, checkedAt: value.checkedAt });
  }

  async function get(registry: Registry): Promise<Fetched> {
    let loaded = loading.get(registry);
    if (loaded === undefined) {
      loaded = load(registry).then((kept) => {
        if (kept !== null) keep(registry, kept);
      });
      loading.set(registry, loaded);
    }
    await loaded;
    const have = known.get(registry);
    if (have !== undefined) {
      if (Date.now() - have.checkedAt > FRESH_MS) void refresh(registry);
      return { outcome: present(have), evidence: [] };
    }
    return refresh(registry);
  }

  /** One fetch at a time for all who wait, and none for a while after one that failed. */
  function refresh(registry: Registry): Promise<Fetched> {
    let fetching = running.get(registry);
    if (fetching === undefined) {
      fetching = fetchOne(registry).finally(() => running.delete(registry));
      running.set(registry, fetching);
    }
    return fetching;
  }

  async function fetchOne(registry: Registry): Promise<Fetched> {
    const failure = failed.get(registry);
    if (failure !== undefined && failure.until > Date.now()) return failure.fetched;
    const until = AbortSignal.timeout(waits.bootstrapMs);
    // Longer, so that its end is told as what it is: the server's silence.
    const own = look(AbortSignal.timeout(2 * waits.bootstrapMs));
    const have = known.get(registry);
    const url = new URL(`https://data.iana.org/rdap/${registry}.json`);
    const headers = have === undefined ? {} : { "if-none-match": have.etag };
    const outcome = read(await own.get(url, { headers, bytesMax: BYTES_MAX, until }), have);
    const fetched = { outcome, evidence: own.evidence };
    if (outcome.kind !== "present") {
      failed.set(registry, { fetched, until: Date.now() + FAILURE_MS });
      return fetched;
    }
    keep(registry, outcome.value);
    failed.delete(registry);
    await save(registry, outcome.value);
    return fetched;
  }

  function fileOf(registry: Registry): string {
    return join(folder ?? "", `rdap-${registry}.json`);
  }

  /** What an earlier process left; nothing where it cannot be read. */
  async function load(registry: Registry): Promise<Known | null> {
    if (folder === null) return null;
    try {
      const kept = parseObject(await Bun.file(fileOf(registry)).bytes());
      const services = servicesOf(kept);
      const { etag, checkedAt } = kept ?? {};
      const whole = typeof etag === "string" && /^[\x21-\x7e]*$/.test(etag) && typeof checkedAt === "number";
      return services !== null && whole && checkedAt <= Date.now() ? { services, etag, checkedAt } : null;
    } catch {
      return null;
    }
  }

  /** Whole or not at all. Without a folder that can be written there is memory. */
  async function save(registry: Registry, value: Known): Promise<void> {
    if (folder === null) return;
    try {
      await mkdir(folder, { recursive: true });
      const part = `${fileOf(registry)}.${crypto.randomUUID()}.part`;
      await Bun.write(part, JSON.stringify(value));
      await rename(part, fileOf(registry));
    } catch {}
  }

  return {
    async baseOf(registry, key) {
      const { outcome, evidence } = await get(registry);
      if (outcome.kind !== "present") return { outcome, evidence };
      const urls =
        registry === "dns" ? exact(outcome.value.services, key) : longest(outcome.value.services, key);
      const url = urls.find((one) => one.startsWith("https:")) ?? urls.find((one) => one.startsWith("http:"));
      if (url === undefined || !URL.canParse(url))
        return { outcome: { kind: "absent", how: "not_offered" }, evidence };
      return { outcome: present(new URL(url.endsWith("/") ? url : `${url}/`).href), evidence };
    },
  };
}

function read(outcome: Awaited<ReturnType<Look["get"]>>, have: Known | undefined): Outcome<Known> {
  if (outcome.kind !== "present") return outcome;
  const { status, headers, body } = outcome.value;
  const checkedAt = Date.now();
  if (status === 304 && have !== undefined) return present({ ...have, checkedAt });
  const services = status === 200 ? servicesOf(parseObject(body)) : null;
  if (services === null)
    return unknown(status >= 500 ? "server_error" : status === 429 ? "rate_limited" : "malformed");
  return present({ services, etag: headers.get("etag") ?? '""', checkedAt });
}

/** The services of a registry as RFC 9224 3 has them; null where that is not what it is. */
function servicesOf(value: Readonly<Record<string, unknown>> | null): Services | null {
  const services = value?.["services"];
  const texts = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === "string");
  const whole =
    Array.isArray(services) &&
    services.length > 0 &&
    services.every((row) => Array.isArray(row) && row.length === 2 && row.every(texts));
  return whole ? services : null;
}

function exact(services: Services, key: string): readonly string[] {
  return services.find(([keys]) => keys.some((one) => one.toLowerCase() === key))?.[1] ?? [];
}

/** Of several blocks the smallest goes first (RFC 9224 5.1). */
function longest(services: Services, address: string): readonly string[] {
  const ip = parseIp(address) ?? [];
  let best: { bits: number; urls: readonly string[] } = { bits: -1, urls: [] };
  for (const [keys, urls] of services) {
    for (const key of keys) {
      const block = parseCidr(key);
      if (block !== null && block.bits > best.bits && contains(block, ip)) best = { bits: block.bits, urls };
    }
  }
  return best.urls;
}
