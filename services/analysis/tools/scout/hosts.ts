import { absent, type Outcome, present, unknown } from "@dnstools/core/outcome";
import { isHostName, registrableOf } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Look } from "@dnstools/net";
import type { HostSeen } from "./seen.ts";
import type { Count } from "./spread.ts";

/** Hosts that records name, each looked for once, through our resolver. */
export type Hosts = {
  readonly find: (name: string, count: Count) => Promise<HostSeen>;
  readonly seen: () => Readonly<Record<string, HostSeen>>;
};

/** Hosts that are looked for in one call, and addresses of each that are kept. */
const HOSTS_MAX = 80;
const ADDRESSES_MAX = 16;
/** Bytes of an answer that is read. */
const BYTES_MAX = 8192;

export function createHosts(look: Look): Hosts {
  const looking = new Map<string, Promise<HostSeen>>();
  const found: Record<string, HostSeen> = {};

  async function ask(name: string, type: string, count: Count) {
    count.questions += 1;
    const { outcome } = await look.resolve({ name, type }, { bytesMax: BYTES_MAX });
    if (outcome.kind === "unknown") count.failed += 1;
    return outcome;
  }

  async function addressesOf(name: string, count: Count): Promise<Outcome<readonly string[]>> {
    const outcomes = await Promise.all((["A", "AAAA"] as const).map((type) => ask(name, type, count)));
    const addresses = outcomes.flatMap((outcome, i) =>
      outcome.kind === "present"
        ? walkChain(outcome.value.answers, name, i === 0 ? "A" : "AAAA").records.map(({ value }) => value)
        : [],
    );
    if (addresses.length > 0) return present([...new Set(addresses)].slice(0, ADDRESSES_MAX));
    const denied = outcomes.some((one) => one.kind === "present" && one.value.rcode === "NXDOMAIN");
    const failed = outcomes.find(({ kind }) => kind === "unknown");
    return failed === undefined || denied
      ? absent(denied ? "nxdomain" : "nodata")
      : (failed as Outcome<never>);
  }

  /** Whether the domain that a name lies in does not exist either: then anybody can have it. */
  async function isUnregistered(name: string, count: Count): Promise<boolean | null> {
    const domain = registrableOf(name);
    if (domain === null) return null;
    const outcome = await ask(domain, "NS", count);
    return outcome.kind === "present" ? outcome.value.rcode === "NXDOMAIN" : null;
  }

  async function lookFor(name: string, count: Count): Promise<HostSeen> {
    const addresses = await addressesOf(name, count);
    const gone = addresses.kind === "absent" && addresses.how === "nxdomain";
    return { addresses, unregistered: gone ? await isUnregistered(name, count) : null };
  }

  return {
    find(name, count) {
      const before = looking.get(name);
      if (before !== undefined) return before;
      if (looking.size >= HOSTS_MAX)
        return Promise.resolve({ addresses: unknown("budget"), unregistered: null });
      const search = isHostName(name)
        ? lookFor(name, count)
        : Promise.resolve<HostSeen>({ addresses: unknown("not_a_host"), unregistered: null });
      const kept = search.then((host) => {
        found[name] = host;
        return host;
      });
      looking.set(name, kept);
      return kept;
    },
    seen: () => ({ ...found }),
  };
}
