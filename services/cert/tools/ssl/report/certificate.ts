import { minuteOf } from "@dnstools/core/protocol/calendar";
import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, outside, say, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { Certificate } from "../data/certificate.ts";
import type { ServerData, SslData } from "../data.ts";
import { byDigest } from "./certificates.ts";
import { cut, dotted, foundStatus, listed, placesOf, words, worstFirst, worstOf } from "./words.ts";

/** Maximum number of certificates in the table. */
const ROWS_MAX = 6;
/**
 * Maximum number of names of a certificate in the report; NAME_MAX and URL_MAX are the maximum number of characters of
 * a name and of a URL.
 */
const NAMES_MAX = 6;
const NAME_MAX = 80;
const URL_MAX = 100;

/** A certificate with the servers that show it. */
type Shown = { readonly one: Certificate; readonly servers: readonly ServerData[] };
type Findings = Answer["findings"];
type Details = NonNullable<Certificate["details"]>;

/** Builds the report section about the servers' own certificates: names, lifetime, revocation and key. */
export function certificateSection({ data, findings }: Answer<SslData>): Section {
  const certificates = byDigest(data);
  const leaves = Map.groupBy(data.servers, ({ chain }) => chain?.[0]?.sha256 ?? "");
  const all = [...leaves].flatMap(([sha256, servers]): readonly Shown[] => {
    const one = certificates.get(sha256);
    return one === undefined ? [] : [{ one, servers }];
  });
  const shown = worstFirst(all, (one) => statusOf(one, findings));
  const [first] = shown;
  return {
    heading: "What is the certificate for, and is it revoked?",
    status: headingStatus(shown, findings),
    blocks: blocks([
      first !== undefined && shown.length === 1 ? factsOf(first, findings) : null,
      shown.length > 1
        ? table(
            ["Shown by", "Names", "Valid for", "Key", "Revoked"],
            shown.map((one) => rowOf(one, findings, data.servers)),
            ROWS_MAX,
          )
        : null,
    ]),
  };
}

/** Returns the status of each value of a certificate. */
function statusesOf({ one, servers }: Shown, findings: Findings) {
  const found = (...codes: readonly Parameters<typeof foundStatus>[2][]) =>
    foundStatus(findings, servers, ...codes);
  return {
    names: worstOf(servers.map(({ verdicts }) => verdicts.host.status)),
    life: found("ssl.lifetime"),
    key: worstOf([found("ssl.key_type"), one.key.weak ? found("ssl.weak_key", "ssl.broken_key") : "none"]),
    signature: one.signature.weak ? found("ssl.weak_signature") : "none",
    timestamps: found("ssl.no_timestamps"),
    // An unusable revocation list is the authority's fault and not the server's.
    revoked: found("ssl.revoked"),
  } satisfies Readonly<Record<string, Status>>;
}

/** Returns the status of the section, which does not pass while the revocation status is unknown. */
function headingStatus(shown: readonly Shown[], findings: Findings): Status {
  const status = worstOf(shown.map((one) => statusOf(one, findings)));
  const isOpen = shown.some(({ one, servers }) => {
    const said = staplesOf(servers) ?? one.details?.revocation.status;
    return said === undefined || said === "unknown";
  });
  return status === "pass" && isOpen ? "none" : status;
}

function statusOf(shown: Shown, findings: Findings): Status {
  return worstOf(Object.values(statusesOf(shown, findings)));
}

/** Lists all facts about the certificate, if there is only one certificate. */
function factsOf(shown: Shown, findings: Findings): Block | null {
  const { key, signature, sha256, details } = shown.one;
  const statuses = statusesOf(shown, findings);
  return facts([
    ["Names", details === null ? null : cell(statuses.names, namesOf(details))],
    ["Valid for", details === null ? null : cell(statuses.life, lifeOf(details, statuses.life))],
    ["Revoked", details === null ? null : revokedCell(details.revocation, staplesOf(shown.servers))],
    ["Validation", details?.validation ?? null],
    ["Timestamps (CT)", details === null ? null : timestampsCell(details, statuses.timestamps)],
    ["Key", cell(statuses.key, keyOf(key))],
    ["Signed with", cell(statuses.signature, outside(signature.algorithm))],
    ["SHA-256", outside(sha256)],
  ]);
}

/** Builds the table row of one certificate, with the values in which the certificates differ. */
function rowOf(shown: Shown, findings: Findings, servers: readonly ServerData[]): readonly Cell[] {
  const { key, details } = shown.one;
  const statuses = statusesOf(shown, findings);
  const by = placesOf(shown.servers, servers);
  if (details === null) return [by, "", "", cell(statuses.key, keyOf(key)), ""];
  const { reason } = details.revocation;
  const status = staplesOf(shown.servers) ?? details.revocation.status;
  return [
    by,
    cell(statuses.names, namesOf(details)),
    cell(statuses.life, lifeOf(details, statuses.life)),
    cell(statuses.key, keyOf(key)),
    cell(REVOKED[status], status === "unknown" ? words(reason ?? "") : ""),
  ];
}

function keyOf({ algorithm, curve, bits }: Certificate["key"]): Text {
  const size = bits === null ? null : `${bits} bits`;
  return dotted([outside(algorithm), curve === null ? null : outside(curve), size]);
}

function namesOf({ names, addresses, namesTotal }: Details): Text {
  const all = [...names, ...addresses].map((name) => cut(name, NAME_MAX));
  return namesTotal === 0 ? "no host names" : listed(all, NAMES_MAX, namesTotal);
}

function lifeOf({ lifetimeDays, lifetimeLimitDays }: Details, status: Status): Text {
  const limit = status === "none" || lifetimeLimitDays === null ? "" : `; ${lifetimeLimitDays} are allowed`;
  return `${lifetimeDays} days${limit}`;
}

/**
 * Shows the number of Certificate Transparency timestamps; null for a certificate that has none and needs none, like
 * most private ones.
 */
function timestampsCell({ scts }: Details, status: Status): Cell | null {
  if (scts === null && status === "none") return null;
  return cell(status, `${scts ?? "none"} in the certificate`);
}

const REVOKED = { good: "pass", revoked: "fail", unknown: "unknown" } as const;

/** Returns the revocation status in the stapled OCSP responses; null if no response has a status. */
function staplesOf(servers: readonly ServerData[]): "good" | "revoked" | null {
  const said = servers.map(({ more }) => more?.stapling?.status);
  return said.includes("revoked") ? "revoked" : said.includes("good") ? "good" : null;
}

function revokedCell(
  { status, reason, list }: Details["revocation"],
  stapled: "good" | "revoked" | null,
): Cell {
  if (stapled !== null && status !== "revoked")
    return cell(REVOKED[stapled], `${stapled === "good" ? "no" : "yes"}, by the stapled OCSP response`);
  const url = list === null ? null : join(["list ", cut(list.url, URL_MAX)]);
  if (status === "good") return cell("pass", dotted(["no", url]));
  if (status === "unknown") {
    const why = reason === "no_crl" ? "the certificate names no revocation list (CRL)" : words(reason ?? "");
    return cell("unknown", dotted([`could not be determined: ${why}`, url]));
  }
  const { revokedAt = null, why = null } = list ?? {};
  return cell(
    "fail",
    dotted([
      revokedAt === null ? "yes" : say`since ${minuteOf(revokedAt)}`,
      why === null ? null : say`reason ${why}`,
      url,
    ]),
  );
}
