import { notInPublicDns } from "@dnstools/core/protocol/names";
import { registeredNameOf } from "@dnstools/core/protocol/whois/private-registries";
import type { InputOf } from "@dnstools/core/tool/params";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import { findNetwork } from "@dnstools/net/lookup/network";
import { findRegistration } from "@dnstools/net/lookup/registration";
import type { NetworkIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import type { WhoisObservation } from "./observations.ts";

const NOTHING = {
  registration: null,
  delegation: null,
  delegationMs: 0,
  ds: null,
  topLevel: null,
  network: null,
  resolverAlive: null,
} as const;

/** Queries the registry about a domain or an address and, for a domain, DNS as a cross-check. */
export async function probe(
  input: InputOf<typeof contract.params>,
  io: NetworkIo,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<WhoisObservation> {
  const session = io.session(signal, { progress });
  if (input.ip !== null) {
    const network = await progress.part("registry", findNetwork(session, input.ip, session.waits.rdapMs));
    const resolverAlive = network.outcome.kind === "unknown" ? await session.resolverAlive() : null;
    return { ...NOTHING, at: session.nowS(), network, resolverAlive, evidence: session.evidence };
  }
  const name = registeredNameOf(input.domain ?? "");
  if (input.domain === null || name === null || notInPublicDns(input.domain) !== null)
    return { ...NOTHING, at: session.nowS(), evidence: [] };
  // The cross-check with DNS runs in parallel and costs no extra time, since the registry takes longer.
  const start = performance.now();
  const asking = session
    .resolve({ name, type: "NS" }, { decisive: ["nxdomain", "nodata"] })
    .then(({ outcome }) => ({
      delegation: outcome,
      delegationMs: Math.round(performance.now() - start),
    }));
  const [registration, { delegation, delegationMs }, ds] = await Promise.all([
    progress.part("registry", findRegistration(session, name)),
    progress.part("delegation", asking),
    session.resolve({ name, type: "DS" }).then(({ outcome }) => outcome),
  ]);
  const { bootstrap, rdap, texts } = registration;
  const strange =
    bootstrap.kind !== "present" && rdap === null && texts.every(({ outcome }) => outcome.kind === "unknown");
  const tld = name.slice(name.lastIndexOf(".") + 1);
  const topLevel = strange
    ? (await session.resolve({ name: tld, type: "NS" }, { decisive: ["nxdomain"] })).outcome
    : null;
  const resolverAlive = delegation.kind === "unknown" ? await session.resolverAlive() : null;
  return {
    ...NOTHING,
    at: session.nowS(),
    ds,
    registration,
    delegation,
    delegationMs,
    topLevel,
    resolverAlive,
    evidence: session.evidence,
  };
}
