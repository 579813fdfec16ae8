import { printable } from "@dnstools/core/harmless";
import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, say } from "@dnstools/core/report/blocks";
import type { Block, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { Certificate } from "../data/certificate.ts";
import type { ServerData, SslData } from "../data.ts";
import { byDigest, nameOf } from "./certificates.ts";
import { dotted, foundStatus, placesOf, words, worstFirst, worstOf } from "./words.ts";

/** Certificates that are told in full. */
const CERTIFICATES_MAX = 2;
/** Names of a certificate, and characters of each. */
const NAMES_MAX = 6;
const NAME_MAX = 80;

/** A certificate with the servers that show it. */
type Shown = { readonly one: Certificate; readonly servers: readonly ServerData[] };
type Findings = Answer["findings"];
type Details = NonNullable<Certificate["details"]>;
type Row = readonly [name: Text, value: Cell | null];

/** The servers' own certificates: names, life, revocation and key. */
export function certificateSection({ data, findings }: Answer<SslData>): Section {
  const certificates = byDigest(data);
  const leaves = Map.groupBy(data.servers, ({ chain }) => chain?.[0]?.sha256 ?? "");
  const all = [...leaves].flatMap(([sha256, servers]): readonly Shown[] => {
    const one = certificates.get(sha256);
    return one === undefined ? [] : [{ one, servers }];
  });
  const shown = worstFirst(all, (one) =>
    worstOf([statusOf(one, findings), ...one.servers.map(({ verdicts }) => verdicts.validity.status)]),
  );
  const tell = (one: Shown): Block | null =>
    shown.length === 1
      ? facts(rowsOf(one, findings))
      : facts([
          ["Certificate", nameOf(one.one.sha256, certificates)],
          ["Shown by", placesOf(one.servers, data.servers)],
          ...rowsOf(one, findings),
        ]);
  const left = shown.length - CERTIFICATES_MAX;
  return {
    heading: "What is the certificate for, and is it revoked?",
    status: worstOf(shown.map((one) => statusOf(one, findings))),
    blocks: blocks([
      ...shown.slice(0, CERTIFICATES_MAX).map(tell),
      left > 0 ? { kind: "note", text: `${left} more in the JSON.` } : null,
    ]),
  };
}

/** How the values of a certificate are, by the JSON's own words for each. */
function statusesOf({ one, servers }: Shown, findings: Findings) {
  const found = (...codes: readonly Parameters<typeof foundStatus>[2][]) =>
    foundStatus(findings, servers, ...codes);
  return {
    names: worstOf(servers.map(({ verdicts }) => verdicts.host.status)),
    life: found("ssl.lifetime"),
    key: worstOf([found("ssl.key_type"), one.key.weak ? found("ssl.weak_key", "ssl.broken_key") : "none"]),
    signature: one.signature.weak ? found("ssl.weak_signature") : "none",
    timestamps: found("ssl.no_timestamps"),
    // An authority's list that says nothing is no fault of the server.
    revoked: one.details?.revocation.status === "revoked" ? "fail" : "none",
  } satisfies Readonly<Record<string, Status>>;
}

function statusOf(shown: Shown, findings: Findings): Status {
  return worstOf(Object.values(statusesOf(shown, findings)));
}

function rowsOf(shown: Shown, findings: Findings): readonly Row[] {
  const { key, signature, sha256, details } = shown.one;
  const statuses = statusesOf(shown, findings);
  const size = key.bits === null ? null : `${key.bits} bits`;
  const curve = key.curve === null ? null : outside(key.curve);
  const about: readonly Row[] =
    details === null
      ? []
      : [
          ["Names", cell(statuses.names, namesOf(details))],
          ["Valid for", cell(statuses.life, lifeOf(details))],
          ["Revoked", revokedCell(details.revocation)],
          ["Validation", details.validation],
          [
            "Timestamps (CT)",
            details.scts === null && statuses.timestamps === "none"
              ? null
              : cell(statuses.timestamps, `${details.scts ?? "none"} in the certificate`),
          ],
        ];
  return [
    ...about,
    ["Key", cell(statuses.key, dotted([outside(key.algorithm), curve, size]))],
    ["Signed with", cell(statuses.signature, outside(signature.algorithm))],
    ["SHA-256", outside(sha256)],
  ];
}

function namesOf({ names, addresses, namesTotal }: Details): Text {
  const shown = [...names, ...addresses].slice(0, NAMES_MAX).map((name) => printable(name, NAME_MAX));
  const text = list(shown, NAMES_MAX, "no host names");
  return namesTotal > shown.length ? join([text, ` and ${namesTotal - shown.length} more`]) : text;
}

function lifeOf({ lifetimeDays, lifetimeLimitDays }: Details): Text {
  if (lifetimeLimitDays === null) return `${lifetimeDays} days`;
  return `${lifetimeDays} days; public authorities may issue for ${lifetimeLimitDays}`;
}

function revokedCell({ status, reason, list: from }: Details["revocation"]): Cell {
  const url = from === null ? null : say`list ${printable(from.url)}`;
  if (status === "unknown") {
    const why = reason === "no_crl" ? "it names no revocation list (CRL)" : words(reason ?? "");
    return cell("unknown", dotted([`could not be found out (${why})`, url]));
  }
  if (status === "good") return cell("pass", dotted(["no", url]));
  return cell(
    "fail",
    dotted([
      from?.revokedAt ? say`since ${from.revokedAt}` : "yes",
      from?.why ? say`reason ${from.why}` : null,
      url,
    ]),
  );
}
