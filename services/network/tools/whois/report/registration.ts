import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, say } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Section, Status, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";
import { type Rows, textOf } from "../../report-registry.ts";
import type { WhoisData } from "../data.ts";

const SERVERS_MAX = 6;
const KEYS_MAX = 4;

/**
 * Builds the report section about the registrar, the reseller and the holder, as far as the registry publishes them.
 */
export function keeperSection({ registrar, reseller, registrant, redacted }: WhoisData): Section {
  const abuse = [registrar?.abuse.email, registrar?.abuse.phone].filter(
    (one) => one !== null && one !== undefined,
  );
  const holder = [registrant?.organization, registrant?.country].filter(
    (one) => one !== null && one !== undefined,
  );
  return {
    heading: "Who keeps it?",
    status: "none",
    blocks: blocks([
      facts([
        ["Registrar", registrar === null ? "not in the registry's answer" : registrarOf(registrar)],
        ["Its site", textOf(registrar?.url ?? null)],
        ["Report abuse to", abuse.length === 0 ? null : list(abuse)],
        ["Reseller", textOf(reseller)],
        ["Holder", holder.length === 0 ? "not in the registry's answer" : list(holder)],
        ["Withheld", redacted.length === 0 ? null : list(redacted, 5)],
      ]),
    ]),
  };
}

function registrarOf({ name, ianaId }: NonNullable<WhoisData["registrar"]>): Text {
  const number = ianaId === null ? null : say`number ${ianaId} at IANA`;
  const texts = [textOf(name), number].filter((text) => text !== null);
  return texts.length === 0 ? "not named in the answer" : join(texts, ", ");
}

/**
 * Builds the report section with the registry's name servers and DS data. Keys that differ from DNS have the
 * severity of their finding.
 */
export function serversSection({ data, findings }: Answer<WhoisData>): Section {
  const { nameServers, dnssec } = data;
  const notInDns = findings.find(({ code }) => code === "whois.ds_not_in_dns");
  const inDnsAlone = findings.find(({ code }) => code === "whois.ds_not_at_registry");
  const worst = notInDns ?? inDnsAlone;
  const status = worst === undefined ? "none" : SEVERITY_STATUS[worst.severity];
  return {
    heading: "Which name servers and keys does the registry have?",
    status,
    blocks: blocks([
      facts([
        ["Name servers", serversOf(nameServers)],
        ...keyRows(dnssec, notInDns),
        [
          "DS only in DNS",
          inDnsAlone === undefined ? null : cell(status, list(inDnsAlone.subjects.slice(1), KEYS_MAX)),
        ],
      ]),
    ]),
  };
}

function serversOf(nameServers: WhoisData["nameServers"]): Text {
  const shown = nameServers
    .slice(0, SERVERS_MAX)
    .map(({ name, addresses }) =>
      addresses.length === 0 ? outside(name) : say`${name} (${list(addresses, 4)})`,
    );
  const more = nameServers.length - shown.length;
  return shown.length === 0
    ? "none in the registry's answer"
    : join([join(shown, ", "), more > 0 ? ` and ${more} more` : ""]);
}

function keyRows({ signed, ds }: WhoisData["dnssec"], notInDns: Finding | undefined): Rows {
  const bad: Status = notInDns === undefined ? "none" : SEVERITY_STATUS[notInDns.severity];
  if (ds.length === 0) return [["DS", cell(bad, SIGNED[String(signed)] ?? "")]];
  const rows = ds.map(({ keyTag, algorithm, digestType }) => ({
    status: notInDns?.subjects.includes(`key tag ${keyTag}`) ? bad : ("none" as const),
    text: `key tag ${keyTag}, algorithm ${algorithm}, digest type ${digestType}`,
  }));
  const shown = rows
    .toSorted((a, b) => Number(a.status === "none") - Number(b.status === "none"))
    .slice(0, KEYS_MAX);
  const more = rows.length - shown.length;
  return [...shown.map((cell) => ["DS", cell] as const), ["DS", more > 0 ? `${more} more` : null]];
}

const SIGNED: Readonly<Record<string, string>> = {
  true: "present, but the registry does not publish it",
  false: "none: the domain is not signed at the registry",
  null: "not in the registry's answer",
};
