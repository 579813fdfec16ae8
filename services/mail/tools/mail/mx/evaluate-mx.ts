import { printable } from "@dnstools/core/harmless";
import { type Answer, dnsKey, ipsIn, recordsOf } from "@dnstools/core/mail/answers";
import { isProviders, MX_PROVIDERS, providerOf } from "@dnstools/core/mail/providers";
import { createFindings, type Findings, type SectionStatus, statusBy } from "@dnstools/core/mail/section";
import { fcrdnsOf, judgeName } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reverseName } from "@dnstools/core/protocol/ip";
import { type Outcome, present } from "@dnstools/core/tool/outcome";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { Section } from "../section.ts";
import type { MxData } from "./data.ts";
import { MX_FINDINGS } from "./findings.ts";
import type { MxAddress, MxHost, MxLookup, PtrObservation } from "./lookup-mx.ts";
import { type MxContext, recommendMx } from "./recommend-mx.ts";

type MxFindings = Findings<typeof MX_FINDINGS>;
type HostData = NonNullable<MxData["hosts"]>[number];

/** Evaluates the MX records and the mail servers that they name (RFC 5321 5.1, RFC 7505). */
export function evaluateMx(lookup: MxLookup, context: MxContext): Section<MxData> {
  const { mx, kind, left } = lookup;
  const { domain } = context;
  const findings = createFindings(MX_FINDINGS, [dnsKey(domain, "MX")]);
  addKindFindings(findings, lookup, context);
  addAliasFindings(findings, [mx, lookup.a, lookup.aaaa, context.txt], domain);
  // If the domain has no MX record and does not accept mail, its own addresses are not those of a mail server.
  const served = kind === "implicit" && context.receives !== true ? [] : lookup.hosts;
  const hosts = served.map((host) => evaluateHost(findings, host, domain));
  if (left > 0) findings.add("mail.mx_too_many", domain);
  // A host whose lookup failed may have an IPv4 address, so the finding requires that no lookup failed.
  const certain = hosts.length > 0 && hosts.every(({ status, reason }) => status === "ok" && reason === null);
  const all = hosts.flatMap(({ addresses }) => addresses);
  if (certain && all.length > 0 && all.every(({ ip }) => ip.includes(":")))
    findings.add("mail.mx_ipv6_only", {
      subjects: [domain],
      queries: [domain, ...hosts.map(({ host }) => host)].flatMap((name) => queriesOf(name)),
    });
  const reason = unknownReason(lookup);
  const status = statusOf(lookup, findings, hosts);
  return {
    data: {
      status,
      reason:
        status === "unknown"
          ? (reason ?? hosts.toSorted(byUnknown).find((host) => host.reason !== null)?.reason ?? null)
          : null,
      records: recordsOf(mx)
        .slice(0, 50)
        .map(({ value }) => printable(value, 300)),
      findings: findings.codes(),
      kind,
      secure: mx.secure,
      hosts: kind === "unknown" ? null : hosts,
      left,
      provider: hosts.find(({ provider }) => provider !== null)?.provider ?? null,
    },
    findings: findings.list,
    recommendations: recommendMx(lookup, findings.codes(), context),
  };
}

function addKindFindings(
  findings: MxFindings,
  { mx, kind }: MxLookup,
  { domain, receives, silent }: MxContext,
): void {
  const preferences = recordsOf(mx).map(({ data }) => data.preference);
  if (kind === "null") {
    findings.add("mail.mx_null", domain);
    if (preferences.some((preference) => preference !== 0)) findings.add("mail.mx_null_preference", domain);
  }
  if (kind === "null_and_others") findings.add("mail.mx_null_with_others", domain);
  const own = { subjects: [domain], queries: queriesOf(domain) };
  if (kind === "implicit" && receives) findings.add("mail.mx_implicit", own);
  if (silent && kind === "implicit") findings.add("mail.mx_null_missing", own);
  // Senders have to report this as an error (RFC 5321 5.1).
  if (kind === "none") findings.add("mail.mx_none", own);
}

/** Adds a finding if a query for the domain is answered with an alias, and another one with a record of the domain. */
function addAliasFindings(findings: MxFindings, own: readonly Answer[], domain: string): void {
  const aliased = own.filter(({ aliases }) => aliases.length > 0);
  const others = own.filter(({ outcome, aliases }) => outcome.kind === "present" && aliases.length === 0);
  if (aliased.length > 0 && others.length > 0)
    findings.add("mail.cname_beside_data", {
      subjects: [domain],
      queries: [...queriesOf(domain), dnsKey(domain, "TXT")],
    });
}

function statusOf(lookup: MxLookup, findings: MxFindings, hosts: readonly HostData[]): SectionStatus {
  if (lookup.kind === "unknown") return "unknown";
  const status = statusBy(findings.list);
  if (lookup.kind === "none" || lookup.kind === "implicit") return status === "invalid" ? status : "absent";
  // If one of a server's address lookups failed, its addresses are incomplete.
  const open = hosts.some(
    (host) => host.status === "unknown" || (host.status === "ok" && host.reason !== null),
  );
  return open && status !== "invalid" ? "unknown" : status;
}

/** Sorts hosts with unknown addresses first. */
function byUnknown(a: HostData, b: HostData): number {
  return Number(b.status === "unknown") - Number(a.status === "unknown");
}

function unknownReason({ mx, a, aaaa, kind }: MxLookup) {
  if (kind !== "unknown") return null;
  const failed = [mx, a, aaaa].find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  return failed?.kind === "unknown" ? failed.reason : null;
}

/** Returns the keys of the MX, A and AAAA queries for a name. */
function queriesOf(name: string): readonly string[] {
  return ["MX", "A", "AAAA"].map((type) => dnsKey(name, type));
}

function evaluateHost(findings: MxFindings, host: MxHost, domain: string): HostData {
  const { preference, problem, a, aaaa } = host;
  const name = printable(host.host, 260);
  const about = { subjects: [name], queries: [dnsKey(domain, "MX"), ...queriesOf(host.host)] };
  if (problem === "address") findings.add("mail.mx_address_literal", about);
  // A name with an underscore is not a valid host name, but some senders look up its addresses, and so does this tool.
  if (problem === "not_a_host" || (problem === null && name.includes("_")))
    findings.add("mail.mx_not_a_host", about);
  if (problem === "null_form") findings.add("mail.mx_null_wrong_form", about);
  const aliases = [...new Set([...(a?.aliases ?? []), ...(aaaa?.aliases ?? [])])];
  if (aliases.length > 0 && preference !== null) findings.add("mail.mx_alias", about);
  const foreign = isProviders(host.host, domain);
  const addresses = host.addresses.map((address) => evaluateAddress(findings, address, { name, foreign }));
  const failed = [a, aaaa].find((answer) => answer?.outcome.kind === "unknown")?.outcome;
  const reason = failed?.kind === "unknown" ? failed.reason : null;
  const found =
    problem !== null ? problem : addresses.length > 0 ? "ok" : reason === null ? "missing" : "unknown";
  if (found === "missing") findings.add("mail.mx_missing", about);
  // A lookup that timed out, or that this API did not send, does not show a fault of the name servers.
  if (reason === "servfail")
    findings.add("mail.mx_lookup_failed", { ...about, subject: `${name}, SERVFAIL` });
  return {
    preference,
    host: name,
    status: found,
    reason: found === "missing" ? null : reason,
    aliases: aliases.slice(0, 10).map((alias) => printable(alias)),
    provider: providerOf(host.host, MX_PROVIDERS),
    addresses,
  };
}

function evaluateAddress(
  findings: MxFindings,
  address: MxAddress,
  { name: host, foreign }: { readonly name: string; readonly foreign: boolean },
): HostData["addresses"][number] {
  const { ip, isPublic, ptr, names } = address;
  if (!isPublic) findings.add("mail.mx_not_public", { subjects: [host, ip], queries: queriesOf(host) });
  const fcrdns = ptr === null ? null : verdictOf(address, ptr);
  // The reverse DNS of a provider's servers cannot be fixed by the domain's owner.
  if (fcrdns?.status === "fail" && !foreign)
    findings.add(fcrdns.reason === "no_ptr" ? "mail.mx_no_ptr" : "mail.mx_ptr_mismatch", {
      subjects: [ip],
      queries: [
        dnsKey(reverseName(parseIp(ip) ?? []), "PTR"),
        ...names.map(({ name }) => dnsKey(name, ip.includes(":") ? "AAAA" : "A")),
      ],
    });
  const known = ptr !== null && ptr.outcome.kind !== "unknown";
  return { ip, isPublic, names: known ? names.map(({ name }) => printable(name)) : null, fcrdns };
}

function verdictOf({ ip, names, namesTotal }: MxAddress, ptr: Answer<"PTR">): Verdict {
  const { outcome } = ptr;
  const evaluated = names.map(({ name, forward }) => judgeName({ name, forward: addressesOf(forward) }, ip));
  const unknown = outcome.kind === "unknown" ? outcome.reason : null;
  const verdict = fcrdnsOf(ip, evaluated, { unknown, total: namesTotal });
  return { ...verdict, detail: printable(verdict.detail, 300) };
}

function addressesOf(forward: PtrObservation["forward"]): Outcome<readonly string[]> | null {
  if (forward === null) return null;
  const { outcome } = forward;
  return outcome.kind === "present" ? present(ipsIn(forward)) : outcome;
}
