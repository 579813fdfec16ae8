import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { SslData } from "../data.ts";
import type { Coded } from "./codes.ts";
import { refusalsOf } from "./refusals.ts";
import type { ServerJudged } from "./server.ts";
import { countedOf, isGood, isReached } from "./worth.ts";

type Summary = SslData["summary"];

/**
 * Summarizes all servers of a call.
 * @param verdict see `judgeAll`.
 * @param at seconds since 1970.
 */
export function summaryOf(coded: readonly Coded[], verdict: Verdict, at: number): Summary {
  const judged = coded.map(({ server }) => server);
  const expiry = expiryOf(judged, at);
  const refusedBy = refusalsOf(judged);
  const counted = countedOf(coded);
  return {
    servers: judged.filter(({ data }) => data.address !== null).length,
    reached: counted.filter(isReached).length,
    good: counted.filter(isGood).length,
    verdict,
    expiry,
    refusedBy,
    sentence: sentenceOf(expiry, refusedBy),
  };
}

const DAY_S = 86_400;

/**
 * Returns the certificate that expires first, among all certificates shown to clients and their issuers below
 * the trust anchor.
 */
export function expiryOf(judged: readonly ServerJudged[], at: number): Summary["expiry"] {
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

/**
 * Returns a text such as `in 3 days`.
 * @param days 0 or more.
 */
export function inDays(days: number): string {
  if (days === 0) return "in less than a day";
  return days === 1 ? "in 1 day" : `in ${days} days`;
}

function sentenceOf(expiry: Summary["expiry"], refusedBy: Summary["refusedBy"]): string {
  const day = expiry?.at.slice(0, 10);
  const ends =
    expiry === null
      ? "No certificate was seen"
      : expiry.days < 0
        ? `The certificate at ${expiry.host} expired on ${day}`
        : `The first certificate to expire, at ${expiry.host}, expires on ${day}, ${inDays(Math.floor(expiry.days))}`;
  const said = refusedBy.map(
    ({ client, servers, reasons }) =>
      `${CLIENTS[client]} refuse ${servers.slice(0, 3).join(", ")}${servers.length > 3 ? " and others" : ""} (${reasons.join(", ")})`,
  );
  const refused =
    said.length === 0
      ? expiry === null
        ? ""
        : "; no current client is known to refuse it"
      : `; ${said.join("; ")}`;
  return `${ends}${refused}.`;
}
