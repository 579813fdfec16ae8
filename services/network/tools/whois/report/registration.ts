import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, say } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Section, Status, Text } from "@dnstools/core/report/report";
import { textOf } from "../../report-registry.ts";
import type { WhoisData } from "../data.ts";

const SERVERS_MAX = 8;
const KEYS_MAX = 4;

/** Who sold the registration and who holds it, as far as the registry tells. */
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
  return texts.length === 0 ? "has no name in the answer" : join(texts, ", ");
}

/** The registry's name servers and DS data; those that DNS has not, or has alone, are marked with how bad it is. */
export function serversSection({ data, findings }: Answer<WhoisData>): Section {
  const { nameServers, dnssec } = data;
  const [key] = findings.filter(({ code }) => code.startsWith("whois.ds_"));
  const status = key === undefined ? "none" : SEVERITY_STATUS[key.severity];
  const marked = (tag: string): Status => (key?.subjects.includes(tag) ? status : "none");
  const keys = dnssec.ds
    .slice(0, KEYS_MAX)
    .map(({ keyTag, algorithm, digestType }): readonly [string, Cell] => [
      "DS",
      cell(
        marked(`key tag ${keyTag}`),
        `key tag ${keyTag}, algorithm ${algorithm}, digest type ${digestType}`,
      ),
    ]);
  const servers = nameServers
    .slice(0, SERVERS_MAX)
    .map(({ name, addresses }) =>
      addresses.length === 0 ? outside(name) : say`${name} (${list(addresses, 4)})`,
    );
  const more = nameServers.length > SERVERS_MAX ? [`${nameServers.length - SERVERS_MAX} more`] : [];
  return {
    heading: "Which name servers and keys does the registry have?",
    status,
    blocks: blocks([
      facts([
        ["Name servers", servers.length === 0 ? "none in its answer" : join([...servers, ...more], ", ")],
        ...keys,
        ["DS", dnssec.ds.length === 0 ? cell(status, SIGNED[String(dnssec.signed)] ?? "") : null],
      ]),
    ]),
  };
}

const SIGNED: Readonly<Record<string, string>> = {
  true: "there is some, and the registry does not tell which",
  false: "none: the domain is not signed",
  null: "the registry does not tell",
};
