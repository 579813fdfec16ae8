import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { type Finding, finding } from "@dnstools/core/tool/finding";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { SslData } from "../data.ts";
import { FINDINGS } from "../findings.ts";
import type { HostObservation } from "../observations.ts";
import type { Code, Coded } from "./codes.ts";
import type { Exchanges } from "./exchanges.ts";
import type { ServerJudged } from "./server.ts";
import { shownBy } from "./shown-by.ts";

/**
 * Maximum number of addresses in a finding's text; IDS_MAX is the maximum number of exchanges in a finding's evidence.
 */
const TOLD_MAX = 3;
const IDS_MAX = 8;

/** How the servers were found, as shown in the answer. */
type Discovery = SslData["discovery"];

/**
 * Returns the findings about servers: one for each host and code, with the affected addresses unless all addresses of
 * the host are affected.
 */
export function serverFindings(
  coded: readonly Coded[],
  { asked }: Discovery,
  exchanges: Exchanges,
): Finding[] {
  const hosts = Map.groupBy(coded, ({ server: { data } }) => `${data.host}#${data.port}`);
  return [...hosts.values()].flatMap((servers) => {
    const codes = [...new Set(servers.flatMap((one) => [...one.codes]))];
    const found = codes.map((code) => {
      const having = servers.filter((one) => one.codes.has(code)).map(({ server }) => server);
      const evidence = [...new Set(having.flatMap((server) => shownBy(code, server, asked, exchanges)))];
      return finding(FINDINGS, code, {
        ...placesOf(having, servers.length),
        evidence: evidence.slice(0, IDS_MAX),
      });
    });
    const all = servers.map(({ server }) => server);
    return differ(all) ? [differing(all, exchanges), ...found] : found;
  });
}

/**
 * Describes an affected host as text and as subjects. The affected addresses are included if the host also has
 * addresses that are not affected.
 */
function placesOf(having: readonly ServerJudged[], all: number): { subject: string; subjects: string[] } {
  const host = having[0]?.data.host ?? "";
  const addresses = having.flatMap(({ data: { address } }) =>
    address === null || address === host ? [] : [address],
  );
  if (having.length === all || addresses.length === 0) return { subject: host, subjects: [host] };
  const told = addresses.slice(0, TOLD_MAX).join(", ");
  const more = addresses.length > TOLD_MAX ? ` and ${addresses.length - TOLD_MAX} more` : "";
  return { subject: `${host} (${told}${more})`, subjects: [host, ...addresses] };
}

/** Returns true if the addresses of one host return different certificates with different verdicts. */
function differ(servers: readonly ServerJudged[]): boolean {
  const shown = servers.filter(({ leaf }) => leaf !== null);
  const prints = new Set(shown.map(({ leaf }) => leaf?.fingerprintSha256));
  const worth = new Set(
    shown.map(({ data: { verdicts } }) =>
      Object.values(verdicts)
        .map(({ status }) => status)
        .join(),
    ),
  );
  return prints.size > 1 && worth.size > 1;
}

function differing(servers: readonly ServerJudged[], exchanges: Exchanges): Finding {
  const evidence = servers.flatMap(({ data, leaf }) => (leaf === null ? [] : exchanges.tls(data)));
  const host = servers[0]?.data.host ?? "";
  return finding(FINDINGS, "ssl.addresses_differ", {
    subjects: [host],
    evidence: evidence.slice(0, IDS_MAX),
  });
}

/** Returns the findings about hosts as a whole. */
export function hostFindings(
  hosts: readonly HostObservation[],
  { caa, web, discovery, servers }: Pick<SslData, "caa" | "web" | "discovery" | "servers">,
  exchanges: Exchanges,
): Finding[] {
  const say = (code: Code, host: string, evidence: readonly string[]) =>
    finding(FINDINGS, code, { subjects: [host], evidence });
  const aliases = hosts.filter(
    ({ source, a, aaaa, host }) => source === "mx" && [a, aaaa].some((one) => isAlias(one, host)),
  );
  const shown = (host: string) =>
    servers
      .filter((one) => one.host === host)
      .slice(0, 1)
      .flatMap((one) => exchanges.tls(one));
  return [
    ...aliases.map(({ host }) =>
      say("ssl.mx_alias", host, [
        ...exchanges.dns(discovery.asked ?? "", "MX"),
        ...exchanges.dns(host, "A", "AAAA"),
      ]),
    ),
    ...caa.flatMap(({ host, foundAt, allows, faults }) => {
      const evidence = [...exchanges.dns(foundAt ?? host, "CAA"), ...shown(host)];
      const isForbidden = faults.includes("critical_unknown");
      return [
        ...(isForbidden ? [say("ssl.caa_critical_unknown", host, evidence)] : []),
        ...(allows === "no" && !isForbidden ? [say("ssl.caa_not_allowed", host, evidence)] : []),
        ...(faults.includes("tag_misspelt") ? [say("ssl.caa_tag_misspelt", host, evidence)] : []),
      ];
    }),
    ...(web !== null && (web.redirect.status === "none" || web.redirect.status === "elsewhere")
      ? [say("ssl.no_redirect", web.host, exchanges.http(`http://${web.host}/`))]
      : []),
    ...(web?.hsts.status === "absent"
      ? [say("ssl.no_hsts", web.host, exchanges.http(`https://${web.host}/`))]
      : []),
  ];
}

function isAlias(outcome: Outcome<DnsReply> | null, host: string): boolean {
  return (
    outcome?.kind === "present" &&
    outcome.value.answers.some(({ name, type }) => type === "CNAME" && name === host)
  );
}

/** Returns the findings about the way in which the servers were found. */
export function discoveryFindings(
  { name, service, discovery }: Pick<SslData, "name" | "service" | "discovery">,
  hosts: readonly HostObservation[],
  exchanges: Exchanges,
): Finding[] {
  const { status, dropped, asked } = discovery;
  const evidence = asked === null ? [] : exchanges.dns(asked, "MX", "SRV");
  const say = (code: Code) => finding(FINDINGS, code, { subjects: [name], evidence });
  const nullMx = service === "smtp25" && status === "not_offered";
  const cut = hosts.filter((one) => one.dropped > 0).flatMap(({ host }) => exchanges.dns(host, "A", "AAAA"));
  return [
    ...(nullMx ? [say("ssl.no_mail")] : []),
    ...(status === "not_offered" && !nullMx ? [say("ssl.not_offered")] : []),
    ...(status === "guessed" ? [say("ssl.guessed")] : []),
    ...(status === "absent" ? [say("ssl.no_server")] : []),
    ...(dropped > 0
      ? [
          finding(FINDINGS, "ssl.not_all", {
            subject: `${dropped} servers or addresses of ${name}`,
            subjects: [name],
            evidence: [...evidence, ...cut].slice(0, IDS_MAX),
          }),
        ]
      : []),
  ];
}
