import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import { type Finding, worstFirst } from "@dnstools/core/tool/finding";
import { REASONS } from "@dnstools/core/tool/outcome";
import { type Summary, summarize } from "@dnstools/core/tool/summary";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { SslData } from "../data.ts";
import type { Coded } from "./codes.ts";
import { namesText } from "./leaf.ts";
import { expiryOf, inDays } from "./summary.ts";
import { countedOf, errorOf, isGood, isReached, isTold, onlyFamily, openReason, reasonFor } from "./worth.ts";

type Asked = Pick<SslData, "name" | "service" | "discovery">;

const DAY_S = 86_400;

/**
 * Judges all servers of a call. Returns the verdict for `data`, and the same verdict in one sentence as the summary of
 * the answer.
 * @param at seconds since 1970.
 */
export function judgeAll(
  coded: readonly Coded[],
  findings: readonly Finding[],
  asked: Asked,
  at: number,
): { readonly verdict: Verdict; readonly summary: Summary } {
  const counted = countedOf(coded);
  const summary = summarize(
    findings.map((one) => ({ ...one, message: withFact(one, coded, at) })),
    { open: openOf(counted, asked), good: goodOf(counted, asked, at, onlyFamily(coded)) },
  );
  const { status } = summary;
  return {
    summary,
    verdict: { status, reason: reasonOf(status, counted, findings, asked), detail: detailOf(counted) },
  };
}

/** Returns the reason of the verdict: the reason of a server's verdict or, if there is none, the code of a finding. */
function reasonOf(
  status: Verdict["status"],
  counted: readonly Coded[],
  findings: readonly Finding[],
  { discovery }: Asked,
): string | null {
  if (status === "pass") return null;
  const codeOf = () => worstFirst(findings)[0]?.code.replace(/^ssl\./, "") ?? null;
  if (status === "fail") {
    const wrong = counted.find((one) => errorOf(one) !== null);
    if (wrong === undefined) return codeOf();
    const { reachability } = wrong.server.data;
    const code = errorOf(wrong)?.replace(/^ssl\./, "") ?? null;
    if (reachability.status === "no_starttls") return "no_starttls";
    return reachability.status === "ok"
      ? (reasonFor(wrong.server.data, "fail") ?? code)
      : (reachability.reason ?? code);
  }
  if (counted.length === 0) return discovery.reason ?? discovery.status;
  const open = counted.map(openReason).find((reason) => reason !== null);
  const missing = counted.find(({ server }) => server.data.reachability.status === "failed");
  const unreached = open ?? missing?.server.data.reachability.reason;
  if (unreached) return unreached;
  const warned = counted
    .map(({ server }) => reasonFor(server.data, "warning"))
    .find((reason) => reason !== null);
  return warned ?? codeOf();
}

function detailOf(counted: readonly Coded[]): string {
  if (counted.length === 0) return "There is no server to check.";
  const none = counted.some(isReached) ? "" : "; none established TLS";
  return `${counted.filter(isGood).length} of ${counted.length} are in order${none}.`;
}

/** Describes what could not be determined, if no finding reports it or if no server is good; otherwise null. */
function openOf(counted: readonly Coded[], { name, service, discovery }: Asked): string | null {
  const { status, reason } = discovery;
  if (status === "unknown")
    return `The servers of ${name} for ${service} could not be determined: ${inWords(reason ?? "")}`;
  if (counted.length === 0)
    return status === "not_offered"
      ? null
      : `No server of ${name} for ${service} was found, so there is no certificate to check.`;
  const open = counted.filter((one) => openReason(one) !== null);
  const [first] = open.filter((one) => !isTold(one)).concat(counted.some(isGood) ? [] : open);
  if (first === undefined) return null;
  const { host, address } = first.server.data;
  const whole = counted.every((one) => one.server.data.host !== host || open.includes(one));
  const where = whole || address === null ? host : `${host} (${address})`;
  const good = counted.filter(isGood).length;
  const rest = good === 0 ? "" : ` (${good} of ${counted.length} servers are in order)`;
  return `Whether the certificate of ${where} is good could not be determined${rest}: ${inWords(openReason(first) ?? "")}`;
}

/** Returns a reason in words, for use after a colon. */
function inWords(reason: string): string {
  const text = (REASONS as Readonly<Record<string, string>>)[reason];
  return text === undefined ? `${reason.replaceAll("_", " ")}.` : `${text[0]?.toLowerCase()}${text.slice(1)}`;
}

/** @param family the only family over which the servers were judged; null for both. */
function goodOf(
  counted: readonly Coded[],
  { name, service, discovery }: Asked,
  at: number,
  family: string | null,
): string {
  if (discovery.status === "not_offered")
    return service === "smtp25"
      ? `${name} accepts no mail, as its null MX record says.`
      : `${name} does not offer ${service}, as its SRV record says.`;
  const expiry = expiryOf(
    counted.map(({ server }) => server),
    at,
  );
  const hosts = new Set(counted.map(({ server }) => server.data.host));
  const addresses = counted.length === 1 ? "its address" : `${allOf(counted.length)} addresses`;
  const who =
    hosts.size === 1
      ? `TLS of ${[...hosts][0]} is in order at ${addresses}`
      : `${name}: ${allOf(hosts.size)} servers for ${service} are in order`;
  const judged = family === null ? who : `${who} over ${family}`;
  if (expiry === null) return `${judged}.`;
  const days = inDays(Math.max(0, Math.floor(expiry.days)));
  const whose = hosts.size === 1 ? "its certificate" : `the first certificate to expire, at ${expiry.host},`;
  return `${judged}; ${whose} expires on ${expiry.at.slice(0, 10)}, ${days}.`;
}

function allOf(count: number): string {
  return count === 2 ? "both" : `all ${count}`;
}

/** Returns a finding's message with the specific date or names. */
function withFact(
  { code, message, subjects, subject }: Finding,
  coded: readonly Coded[],
  at: number,
): string {
  const one = coded.find(
    ({ server, codes }) => server.data.host === subjects[0] && [...codes].some((own) => own === code),
  );
  const leaf = one?.server.leaf;
  return leaf === null || leaf === undefined ? message : (factOf(code, leaf, subject ?? "", at) ?? message);
}

function factOf(code: string, leaf: Certificate, subject: string, at: number): string | null {
  const day = (seconds: number) => isoTime(seconds).slice(0, 10);
  const left = Math.floor((leaf.notAfter - at) / DAY_S);
  switch (code) {
    case "ssl.expired": {
      const days = Math.floor((at - leaf.notAfter) / DAY_S);
      const ago = days === 0 ? "less than a day ago" : `${days} day${days === 1 ? "" : "s"} ago`;
      return `The certificate of ${subject} expired on ${day(leaf.notAfter)}, ${ago}.`;
    }
    case "ssl.not_yet_valid":
      return `The certificate of ${subject} is not valid before ${day(leaf.notBefore)}.`;
    case "ssl.expires_now":
    case "ssl.expires_soon":
      return `The certificate of ${subject} expires on ${day(leaf.notAfter)}, ${inDays(Math.max(0, left))}.`;
    case "ssl.host_mismatch":
      return `The certificate of ${subject} is for other names: ${namesText(leaf.names)}.`;
    default:
      return null;
  }
}
