import type { TypeObservation } from "@dnstools/core/domain/observations";
import { ALGORITHMS } from "@dnstools/core/protocol/dns/dnskey";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { fromHex } from "@dnstools/core/protocol/dnssec/bytes";
import { type DomainName, parentOf } from "@dnstools/core/protocol/names";
import type { DelegatedServer } from "@dnstools/core/protocol/zone";
import { present } from "@dnstools/core/tool/outcome";
import type { NetSession } from "../session.ts";
import { withAddresses } from "./delegation.ts";
import { type Reached, reachZone } from "./reach.ts";

/** The planned delegation of a zone. If a field is null, the parent's current data applies. */
export type Planned = {
  readonly nameServers: readonly DelegatedServer[] | null;
  /** DS records in the form `key-tag algorithm digest-type digest`. */
  readonly ds: readonly string[] | null;
};

/**
 * Reaches a name's zone by its planned delegation. If name servers are planned, the name itself is the zone's apex.
 */
export async function reachPlanned(
  session: NetSession,
  name: DomainName,
  servers: Planned["nameServers"],
): Promise<Reached> {
  if (servers === null) return reachZone(session, name);
  const [now, nameServers] = await Promise.all([reachZone(session, name), withAddresses(session, servers)]);
  const above = now.zone.kind === "present" && now.zone.value.apex !== name ? now.zone.value : now.parent;
  const passed = above === null || above === now.parent ? now.passed : [...now.passed, above.apex];
  return {
    zone: present({ apex: name, nameServers, denied: false, unpublished: true }),
    delegation: {
      ...{ apex: name, parent: above?.apex ?? parentOf(name) ?? name },
      ...{ referral: true, server: null, nameServers: servers, ttl: null },
    },
    parent: above,
    passed,
    denied: false,
  };
}

/** Returns planned DS records in the form in which the parent would return them. */
export function plannedDs(name: DomainName, ds: readonly string[]): TypeObservation {
  const answers = ds.map((text): DnsRecord<"DS"> => {
    const data = fieldsOf(text);
    const { keyTag, algorithm, digestType, digest } = data;
    // The value is formatted like dig's output.
    const value = `${keyTag} ${algorithm} ${digestType} ${digest.replace(/.{56}(?=.)/g, "$& ")}`;
    return { name, type: "DS", ttl: 0, value, data };
  });
  const reply = { rcode: "NOERROR", flags: [], answers, authorities: [], additionals: [], edns: null };
  return {
    type: "DS",
    source: "planned",
    server: null,
    outcome: present(reply),
    outOfZone: null,
    replies: [],
  };
}

/** Encodes the data of planned DS records in wire format (RFC 4034 5.1). */
export function dsData(ds: readonly string[]): readonly Uint8Array[] {
  return ds.map((text) => {
    const { keyTag, algorithm, digestType, digest } = fieldsOf(text);
    return Uint8Array.from([keyTag >> 8, keyTag & 0xff, algorithm, digestType, ...fromHex(digest)]);
  });
}

function fieldsOf(text: string): DnsRecord<"DS">["data"] {
  const [keyTag = 0, algorithm = 0, digestType = 0] = text.split(" ").map(Number);
  const [, , , digest = ""] = text.split(" ");
  return { keyTag, algorithm, algorithmName: ALGORITHMS[algorithm] ?? null, digestType, digest };
}
