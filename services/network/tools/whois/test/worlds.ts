import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { TextObservation } from "@dnstools/core/protocol/registration";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { readWhois } from "@dnstools/net/registry/whois-text";
import type { RegistrationData } from "../data.ts";
import { type Judged, judgeAvailability } from "../judge-availability.ts";

/** What DNS may report about a name: delegated, denied, or not known because DNS could not be queried. */
export const WORLDS = ["delegated", "denied", "not asked"] as const;
/** One of the possible reports of DNS in WORLDS. */
export type World = (typeof WORLDS)[number];

/** Returns the answer to the NS query for a name. */
export function delegationIn(world: World, name: string): Outcome<DnsReply> {
  if (world === "not asked") return unknown("servfail");
  const target = "ns1.labdns.net";
  const answers =
    world === "denied" ? [] : [{ name, type: "NS", ttl: 60, value: `${target}.`, data: { target } }];
  const rcode = world === "denied" ? "NXDOMAIN" : "NOERROR";
  return present({ rcode, flags: [], answers, authorities: [], additionals: [], edns: null });
}

/** Builds a reply with DS records that have these key tags. */
export function dsReply(name: string, tags: readonly number[]): Outcome<DnsReply> {
  const digest = "3A1F2E9C5B7D80461C2E3F4A5B6C7D8E9F00112233445566778899AABBCCDDEE";
  const answers = tags.map((keyTag) => ({
    ...{ name, type: "DS", ttl: 60, value: `${keyTag} 13 2 ${digest}` },
    data: { keyTag, algorithm: 13, digestType: 2, digest },
  }));
  return present({ rcode: "NOERROR", flags: [], answers, authorities: [], additionals: [], edns: null });
}

/** Judges the bytes that a registry without RDAP sends on port 43. */
export function judge(bytes: Uint8Array, server: string, name: string, world: World): Judged {
  const text: TextObservation = {
    server,
    role: "registry",
    outcome: present(readWhois(bytes, "iso-8859-1")),
  };
  return judgeAvailability(
    { bootstrap: absent("not_offered"), rdap: null, texts: [text], rests: [], elapsedMs: 1 },
    delegationIn(world, name),
    name,
  );
}

/** Returns the verdict in one word, with its reason. */
export function outcomeOf({ availability, reason }: Judged): string {
  return reason === null ? availability : `${availability} ${reason}`;
}

/**
 * Checks of the facts that every registered sample must have. A check returns null if the fact is missing, and false
 * if it was parsed wrongly.
 */
export const FACTS: Readonly<Record<string, (data: RegistrationData) => boolean | null>> = {
  created: ({ dates }) => (dates.created === null ? null : dates.created.startsWith("2001-02-0")),
  updated: ({ dates }) => (dates.updated === null ? null : dates.updated.startsWith("2025-11-")),
  expires: ({ dates }) => (dates.expires === null ? null : /^(2031-02-0|2026-10-31)/.test(dates.expires)),
  registrar: ({ registrar }) => (registrar === null ? null : /lab/i.test(registrar.name ?? "")),
  organization: ({ registrant }) => (registrant === null || registrant.organization === null ? null : true),
  servers: ({ nameServers }) =>
    nameServers.length === 0
      ? null
      : nameServers.map(({ name }) => name).join(" ") === "ns1.labdns.net ns2.labdns.net" ||
        nameServers.map(({ name }) => name).join(" ") === "ns1.labdns.net",
  ds: ({ dnssec }) =>
    dnssec.ds.length === 0
      ? null
      : dnssec.ds.length === 1 &&
        dnssec.ds[0]?.keyTag === 34505 &&
        dnssec.ds[0].algorithm === 13 &&
        dnssec.ds[0].digestType === 2,
  locked: ({ status }) => (status.some(({ code }) => code === "clientTransferProhibited") ? true : null),
  reseller: ({ reseller }) => (reseller === null ? null : reseller === "Lab Reseller"),
  whois: ({ registrar }) =>
    registrar === null || registrar.whoisServer === null ? null : registrar.whoisServer.includes("."),
};
