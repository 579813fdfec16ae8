import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServerData, SslData } from "../data.ts";
import { refusalsOf } from "./refusals.ts";
import type { ServerJudged } from "./server.ts";

type Summary = SslData["summary"];

/** What all servers of a call come to. @param at seconds since 1970. */
export function summaryOf(
  judged: readonly ServerJudged[],
  discovery: SslData["discovery"],
  at: number,
): Summary {
  const expiry = expiryOf(judged, at);
  const refusedBy = refusalsOf(judged);
  const data = judged.map((one) => one.data);
  return { ...countsOf(data, discovery), expiry, refusedBy, sentence: sentenceOf(expiry, refusedBy) };
}

const DAY_S = 86_400;

/** The certificate that ends first: what is shown to any client, and its issuers below the trust anchor. */
function expiryOf(judged: readonly ServerJudged[], at: number): Summary["expiry"] {
  const all = judged.flatMap(({ data, leaf, chain, more }) =>
    [leaf, ...(chain?.linked.slice(0, -1) ?? []), more.second?.leaf ?? null]
      .filter((one) => one !== null)
      .map((one) => ({ one, host: data.host })),
  );
  const first = all.toSorted((a, b) => a.one.notAfter - b.one.notAfter)[0];
  if (first === undefined) return null;
  const { one, host } = first;
  const days = Math.round((10 * (one.notAfter - at)) / DAY_S) / 10;
  return { at: isoTime(one.notAfter), days, sha256: one.fingerprintSha256, host };
}

const CLIENTS = { browsers: "current browsers", openssl: "OpenSSL's defaults" } as const;

function inDays(days: number): string {
  if (days === 0) return "in less than a day";
  return days === 1 ? "in 1 day" : `in ${days} days`;
}

function sentenceOf(expiry: Summary["expiry"], refusedBy: Summary["refusedBy"]): string {
  const day = expiry?.at.slice(0, 10);
  const ends =
    expiry === null
      ? "No certificate was seen"
      : expiry.days < 0
        ? `The certificate at ${expiry.host} ended on ${day}`
        : `The first certificate to end, at ${expiry.host}, ends on ${day}, ${inDays(Math.floor(expiry.days))}`;
  const said = refusedBy.map(
    ({ client, servers, reasons }) =>
      `${CLIENTS[client]} refuse ${servers.slice(0, 3).join(", ")}${servers.length > 3 ? " and others" : ""} (${reasons.join(", ")})`,
  );
  const refused =
    said.length === 0
      ? expiry === null
        ? ""
        : "; no current client is known to refuse"
      : `; ${said.join("; ")}`;
  return `${ends}${refused}.`;
}

/** How many servers are well, and the verdict of all. */
export function countsOf(
  all: readonly ServerData[],
  discovery: SslData["discovery"],
): Pick<Summary, "servers" | "reached" | "good" | "verdict"> {
  // Nobody said that there is a server where it was guessed: it counts where one answers.
  const servers = all.filter(
    ({ source, reachability }) => source !== "guess" || !["none", "connect"].includes(reachability.stage),
  );
  return {
    servers: all.filter(({ address }) => address !== null).length,
    reached: servers.filter(isReached).length,
    good: servers.filter(isGood).length,
    verdict: verdictOf(servers, discovery),
  };
}

function isReached({ reachability }: ServerData): boolean {
  return reachability.status === "ok";
}

/** Whether a server is as it should be; what is worth a warning is no fault. */
function isGood(server: ServerData): boolean {
  return (
    isReached(server) &&
    server.dane.status !== "fail" &&
    worst(server) !== "fail" &&
    worst(server) !== "unknown"
  );
}

const ORDER = ["fail", "unknown", "warning", "pass"] as const;

/** The verdicts in the order in which they are told, and the worst of them. */
function verdictsOf({
  verdicts: { validity, host, chain, trust, protocol },
}: ServerData): readonly Verdict[] {
  return [validity, host, chain, trust, protocol];
}

function worst(server: ServerData): Verdict["status"] {
  return ORDER.find((status) => verdictsOf(server).some((verdict) => verdict.status === status)) ?? "pass";
}

/** The reason of a server's first verdict of a status. */
function reasonOf(server: ServerData | undefined, status: Verdict["status"]): string | null {
  if (server === undefined) return null;
  return verdictsOf(server).find((verdict) => verdict.status === status)?.reason ?? null;
}

/** That one of several servers is not there is no fault: some leave the first one out on purpose. */
const NOT_THERE: readonly (string | null)[] = ["connection_refused", "no_servers"];

/** Why a server is wrong, whatever the others are; null where it is not proved to be. */
function faultOf(server: ServerData): string | null {
  const { reachability, dane, service } = server;
  if (worst(server) === "fail") return reasonOf(server, "fail");
  if (reachability.status === "no_starttls") return "no_starttls";
  if (reachability.status === "failed" && !NOT_THERE.includes(reachability.reason))
    return reachability.reason;
  return dane.status === "fail" && service === "smtp25" ? "dane" : null;
}

function verdictOf(servers: readonly ServerData[], discovery: SslData["discovery"]): Verdict {
  const reached = servers.filter(isReached);
  if (servers.length === 0)
    return {
      status: "unknown",
      reason: discovery.reason ?? discovery.status,
      detail: "There is no server to judge.",
    };
  const say = (status: Verdict["status"], reason: string | null, other: string): Verdict => {
    const well = servers.filter(isGood).length;
    return { status, reason, detail: `${well} of ${servers.length} are well${other}.` };
  };
  const fault = servers.map(faultOf).find((reason) => reason !== null);
  if (fault !== undefined) return say("fail", fault, "");
  const open = servers.find(({ reachability }) => !["ok", "failed"].includes(reachability.status));
  const missing = servers.find(({ reachability }) => reachability.status === "failed");
  if (reached.length === 0)
    return open === undefined
      ? say("fail", missing?.reachability.reason ?? null, "; none came to TLS")
      : say("unknown", open.reachability.reason, "; none came to TLS");
  const unsure = open ?? reached.find((server) => worst(server) === "unknown");
  if (unsure !== undefined)
    return say(
      servers.some(isGood) ? "warning" : "unknown",
      reasonOf(unsure, "unknown"),
      "; of others that is not known",
    );
  if (missing !== undefined)
    return say("warning", missing.reachability.reason, "; the others did not come to TLS");
  const warned = reached.find((server) => worst(server) === "warning");
  const reason = reasonOf(warned, "warning") ?? (reached.every(isGood) ? null : "dane");
  if (reason !== null) return say("warning", reason, ", not without a warning");
  return { status: "pass", reason: null, detail: `All ${servers.length} are well.` };
}
