import { isHostName, registrableOf } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { HostObservation, HostsObservation } from "../observations.ts";

/** Looks up hosts in records through our resolver, each host once. */
export type Hosts = {
  /**
   * Looks up a host.
   * @param session the session of the section that needs the host's addresses.
   */
  readonly find: (session: NetSession, name: string) => Promise<HostObservation>;
  /** Returns the hosts looked up so far. */
  readonly observed: () => HostsObservation;
};

/**
 * Maximum number of hosts that are looked up in one call; ADDRESSES_MAX is the maximum number of addresses that are
 * kept for each host.
 */
const HOSTS_MAX = 150;
const ADDRESSES_MAX = 16;
/** Query options: the maximum size of a reply in bytes. */
const OPTIONS = { bytesMax: 8192 };

/** Returns the options of a query for a host's addresses. */
export function hostOptions(type: "A" | "AAAA") {
  return { ...OPTIONS, decisive: type === "A" ? (["nxdomain", "nodata"] as const) : [] };
}

/** Creates the host lookup of a call. */
export function createHosts(): Hosts {
  const looking = new Map<string, Promise<HostObservation>>();
  const found = new Map<string, HostObservation>();

  async function lookFor(session: NetSession, name: string): Promise<HostObservation> {
    const [v4, v6] = await Promise.all(
      (["A", "AAAA"] as const).map(async (type) => {
        const { outcome } = await session.resolve({ name, type }, hostOptions(type));
        const answers = outcome.kind === "present" ? outcome.value.answers : [];
        return { outcome, ...walkChain(answers, name, type) };
      }),
    );
    const all = [v4, v6].filter((one) => one !== undefined);
    const addresses = [...new Set(all.flatMap(({ records }) => records.map(({ value }) => value)))];
    const end = all.find(({ outcome }) => outcome.kind === "present")?.end ?? name;
    if (addresses.length > 0)
      return { addresses: present(addresses.slice(0, ADDRESSES_MAX)), end, unregistered: null };
    const denied = all.some(({ outcome: it }) => it.kind === "present" && it.value.rcode === "NXDOMAIN");
    if (denied)
      return { addresses: absent("nxdomain"), end, unregistered: await isUnregistered(session, end) };
    const failed = all.find(({ outcome }) => outcome.kind === "unknown")?.outcome as
      | Outcome<never>
      | undefined;
    return { addresses: failed ?? absent("nodata"), end, unregistered: null };
  }

  return {
    find(session, name) {
      const before = looking.get(name);
      if (before !== undefined) return before;
      const nothing = { end: name, unregistered: null };
      if (looking.size >= HOSTS_MAX) return Promise.resolve({ addresses: unknown("budget"), ...nothing });
      const search = isHostName(name)
        ? lookFor(session, name)
        : Promise.resolve<HostObservation>({ addresses: unknown("not_a_host"), ...nothing });
      const cached = search.then((host) => {
        found.set(name, host);
        return host;
      });
      looking.set(name, cached);
      return cached;
    },
    observed: () => new Map(found),
  };
}

/** Returns true if the registrable domain of a name does not exist either; null if unknown. */
async function isUnregistered(session: NetSession, name: string): Promise<boolean | null> {
  const domain = registrableOf(name);
  if (domain === null) return null;
  const { outcome } = await session.resolve({ name: domain, type: "NS" }, OPTIONS);
  return outcome.kind === "present" ? outcome.value.rcode === "NXDOMAIN" : null;
}
