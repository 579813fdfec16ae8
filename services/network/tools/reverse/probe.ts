import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reverseName } from "@dnstools/core/protocol/ip";
import { isHostName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { absent, type Outcome, present } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { NetSession } from "@dnstools/net";
import { findNetwork } from "@dnstools/net/lookup/network";
import { findOrigins } from "@dnstools/net/lookup/origin";
import type { NetworkIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import { namesIn } from "./judge-names.ts";
import type { OriginsObservation, ReverseObservation } from "./observations.ts";

/** Queries all sources at the same time. Each source has the full time, and none waits for another. */
export async function probe(
  input: InputOf<typeof contract.params>,
  io: NetworkIo,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<ReverseObservation> {
  const session = io.session(signal, { progress });
  const bytes = parseIp(input.ip) ?? [];
  const name = reverseName(bytes);
  const [names, origins, network] = await Promise.all([
    progress.part("names", namesOf(session, name, bytes.length === 4 ? "A" : "AAAA")),
    progress.part("AS", originsOf(session, io, input.ip)),
    progress.part("registry", findNetwork(session, input.ip, session.waits.reverseRdapMs)),
  ]);
  const silent =
    names.ptr.kind === "unknown" && origins.outcome.kind === "unknown" && network.outcome.kind === "unknown";
  const resolverAlive = silent ? await session.resolverAlive() : null;
  return { reverseName: name, ...names, origins, network, resolverAlive, evidence: session.evidence };
}

type Names = Pick<ReverseObservation, "ptr" | "ptrMs" | "names" | "namesMs">;

async function namesOf(session: NetSession, name: string, type: "A" | "AAAA"): Promise<Names> {
  const start = performance.now();
  const { outcome: ptr } = await session.resolve({ name, type: "PTR" }, { decisive: ["nxdomain", "nodata"] });
  const ptrMs = sinceMs(start);
  const names = await Promise.all(
    namesIn(ptr, name).map(async (one): Promise<PtrName> => {
      return { name: one, forward: isHostName(one) ? await addressesOf(session, one, type) : null };
    }),
  );
  return { ptr, ptrMs, names, namesMs: sinceMs(start) };
}

async function addressesOf(
  session: NetSession,
  name: string,
  type: "A" | "AAAA",
): Promise<Outcome<readonly string[]>> {
  const { outcome } = await session.resolve({ name, type }, { decisive: ["nxdomain", "nodata"] });
  if (outcome.kind !== "present") return outcome;
  const addresses = walkChain(outcome.value.answers, name, type).records.map((record) => record.value);
  if (addresses.length > 0) return present(addresses);
  return absent(outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata");
}

async function originsOf(
  session: NetSession,
  { asDatabase }: NetworkIo,
  ip: string,
): Promise<OriginsObservation> {
  const start = performance.now();
  if (asDatabase === null)
    return { source: "team_cymru", ...(await findOrigins(session, ip)), elapsedMs: sinceMs(start) };
  const origin = asDatabase.originOf(ip);
  const outcome = origin.kind === "present" ? present([origin.value]) : origin;
  return { source: "as_database", outcome, countryCode: null, elapsedMs: sinceMs(start) };
}

function sinceMs(start: number): number {
  return Math.round(performance.now() - start);
}
