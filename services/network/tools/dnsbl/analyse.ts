import { siteOf } from "@dnstools/core/protocol/names";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import { type Finding, finding, SEVERITIES } from "@dnstools/core/tool/finding";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { DnsblData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { listFindings } from "./judge/findings.ts";
import { judgeLists } from "./judge/lists.ts";
import { verdictOf } from "./judge/verdict.ts";
import type { DnsblObservation } from "./observations.ts";

type Input = InputOf<typeof contract.params>;

export function analyse(observed: DnsblObservation, input: Input): Judgement<DnsblData> {
  if (observed.resolverAlive === false) return RESOLVERS_DEAD;
  const { domain } = input;
  if (domain !== null && observed.mx?.kind === "present" && isDenied(observed.mx.value, domain))
    return { kind: "domain_not_found", detail: `${domain} does not exist: our resolver answered NXDOMAIN.` };
  const mx = domain === null ? null : mxData(observed, domain);
  const { lists, informational, proofs } = judgeLists(observed, mx);
  const target = { ip: input.ip, domain, registrable: domain === null ? null : siteOf(domain) };
  const names = { ...target, mx_ip: mx?.ip ?? null };
  const count = (status: string) => lists.filter((list) => list.status === status).length;
  return {
    kind: "answer",
    data: {
      target,
      mx,
      summary: {
        listed: count("listed"),
        notListed: count("not_listed"),
        unknown: count("unknown"),
        notApplicable: count("not_applicable"),
        verdict: verdictOf(lists),
      },
      lists,
      informational,
      proofs,
    },
    findings: [
      ...listFindings(lists, observed, (subject) => names[subject] ?? subject),
      ...(mx === null || domain === null ? [] : mxFindings(mx, domain)),
    ].toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
  };
}

type Mx = NonNullable<DnsblData["mx"]>;

function mxData(observed: DnsblObservation, domain: string): Mx {
  const none = { nullMx: false, host: null, preference: null, ip: null };
  const unknownFor = (reason: Reason): Mx => ({ ...none, status: "unknown", reason });
  if (observed.mx === null || observed.mx.kind === "unknown")
    return unknownFor(observed.mx?.reason ?? "budget");
  const { firstMx } = observed;
  if (firstMx === null) {
    const answers = observed.mx.kind === "present" ? observed.mx.value.answers : [];
    const nullMx = walkChain(answers, domain, "MX").records.length > 0;
    return { ...none, status: "absent", reason: null, nullMx };
  }
  const { host, preference, addresses } = firstMx;
  const named = { ...none, host, preference };
  if (addresses.kind === "unknown") return { ...named, status: "unknown", reason: addresses.reason };
  const [ip = null] = addresses.kind === "present" ? addresses.value : [];
  if (observed.notPublic) return { ...named, ip, status: "unknown", reason: "not_allowed" };
  return { ...named, ip, status: ip === null ? "absent" : "ok", reason: null };
}

function mxFindings(mx: Mx, domain: string): Finding[] {
  if (mx.nullMx) return [finding(FINDINGS, "dnsbl.null_mx", domain)];
  if (mx.reason === "not_allowed") return [finding(FINDINGS, "dnsbl.mx_not_public", mx.host)];
  if (mx.status === "unknown") return [finding(FINDINGS, "dnsbl.mx_unknown", domain)];
  if (mx.status !== "absent") return [];
  return mx.host === null
    ? [finding(FINDINGS, "dnsbl.no_mx", domain)]
    : [finding(FINDINGS, "dnsbl.mx_without_address", mx.host)];
}
