import { siteOf } from "@dnstools/core/protocol/names";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { DnsblData, ListData, ResultData } from "./data.ts";
import { findingOf } from "./findings.ts";
import { listFindings } from "./judge/findings.ts";
import { judgeLists } from "./judge/lists.ts";
import { type Sought, verdictOf } from "./judge/verdict.ts";
import type { DnsblObservation } from "./observations.ts";
import { shownName } from "./questions.ts";

type DnsblInput = InputOf<typeof contract.params>;

/** Judges the lists' answers for an address, or for a domain and its mail server. */
export function analyse(observed: DnsblObservation, input: DnsblInput): Judgement<DnsblData> {
  if (observed.resolverAlive === false) return RESOLVERS_DEAD;
  const { domain } = input;
  if (domain !== null && observed.mx?.kind === "present" && isDenied(observed.mx.value, domain))
    return { kind: "domain_not_found", detail: `${domain} does not exist: our resolver answered NXDOMAIN.` };
  const mx = domain === null ? null : mxData(observed, domain);
  const { lists, informational, proofs } = judgeLists(observed, mx);
  const target = { ip: input.ip, domain, registrable: domain === null ? null : siteOf(domain) };
  const count = (status: string) => lists.filter((list) => list.status === status).length;
  const verdict = verdictOf(lists, soughtOf(target, mx));
  const soughtBy = (subject: ResultData["subject"]) =>
    (subject === "mx_ip" ? mx?.ip : target[subject]) ?? subject;
  const idsOf = ({ zone }: ListData, results: readonly ResultData[]) =>
    results.flatMap(({ subject }) =>
      idsOfQuestion(observed.evidence, `${shownName(zone, soughtBy(subject))}. IN A`),
    );
  return {
    kind: "answer",
    summary: { status: verdict.status, text: verdict.detail },
    data: {
      target,
      mx,
      summary: {
        listed: count("listed"),
        notListed: count("not_listed"),
        unknown: count("unknown"),
        notApplicable: count("not_applicable"),
        verdict,
      },
      lists,
      informational,
      proofs,
    },
    findings: [
      ...listFindings(lists, observed, { soughtBy, idsOf }),
      ...(mx === null || domain === null ? [] : mxFindings(mx, domain)),
    ],
  };
}

function idsOfQuestion(evidence: readonly Evidence[], question: string): string[] {
  return evidence.filter((one) => one.question === question).map(({ id }) => id);
}

type Mx = NonNullable<DnsblData["mx"]>;

function soughtOf({ ip, domain, registrable }: DnsblData["target"], mx: Mx | null): Sought {
  const server = mx === null || mx.ip === null ? null : `its mail server ${mx.host} (${mx.ip})`;
  return {
    mx,
    all: ip ?? (server === null ? `${domain}` : `${domain} or ${server}`),
    nameOf: (subject) =>
      subject === "mx_ip"
        ? `${mx?.ip} (${mx?.host}, the mail server of ${domain})`
        : `${{ ip, domain, registrable }[subject]}`,
  };
}

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
  const { host } = mx;
  if (mx.nullMx) return [findingOf("dnsbl.null_mx", domain)];
  if (host !== null && mx.reason === "not_allowed") return [findingOf("dnsbl.mx_not_public", host)];
  if (mx.status === "unknown")
    return [
      findingOf("dnsbl.mx_unknown", {
        subject: domain,
        subjects: host === null ? [domain] : [domain, host],
      }),
    ];
  if (mx.status !== "absent") return [];
  return host === null ? [findingOf("dnsbl.no_mx", domain)] : [findingOf("dnsbl.mx_without_address", host)];
}
