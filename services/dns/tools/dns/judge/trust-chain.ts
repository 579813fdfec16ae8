import type { LinkJudged, TrustReason } from "@dnstools/core/domain/trust-chain";
import type { About, Finding } from "@dnstools/core/tool/finding";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { TRUST_WORDS } from "../words.ts";
import { shownBy, shownByEach } from "./shown-by.ts";
import { FAILURE_CODES, PROTOCOL, stateText } from "./signatures.ts";

type DnsCode = keyof typeof FINDINGS;

/** Maximum number of servers that get a finding. */
const LISTED_MAX = 8;

const LINK_CODES: Partial<Record<TrustReason, DnsCode>> = {
  ds_signature: "dns.ds_signature",
  ds_not_denied: "dns.ds_not_denied",
  no_dnskey: "dns.ds_without_key",
  ds_without_key: "dns.ds_mismatch",
  ds_digest: "dns.ds_digest_wrong",
  key_revoked: "dns.ds_of_revoked_key",
  not_a_zone_key: "dns.ds_of_revoked_key",
  dnskey_signature: "dns.dnskey_not_signed",
  unsupported: "dns.dnssec_unsupported",
  iterations: "dns.nsec3_iterations",
};

/**
 * Returns findings about the first zone at which the chain of trust breaks, and about servers at which the chain
 * breaks although it holds at other servers.
 */
export function chainFindings(
  observed: DnsObservation,
  chain: readonly LinkJudged[],
  zone: string,
): Finding[] {
  const first = chain.find(({ trust, reason }) => trust !== "secure" && reason !== "above");
  const code = first === undefined ? undefined : linkCode(first);
  const here = first !== undefined && first.zone === zone;
  const above = first?.trust === "bogus" && !here;
  return [
    ...(above ? [findingOf("dns.dnssec_broken_above", aboutDs(observed, first.zone, ["DS", "DNSKEY"]))] : []),
    ...(code === undefined || first === undefined ? [] : [linkFinding(observed, first, code)]),
    ...chain
      .filter(({ dsDiffers }) => dsDiffers)
      .map(({ zone: at }) => findingOf("dns.ds_servers_differ", aboutDs(observed, at))),
    ...chain.flatMap((link) => partlyBroken(observed, link)),
  ];
}

/** Returns the code for the reason why the chain breaks at a zone; undefined if the reason has none. */
function linkCode({ reason, match }: LinkJudged): DnsCode | undefined {
  const isOfProtocol = reason === "not_a_zone_key" && match?.by?.key?.protocol !== PROTOCOL;
  if (isOfProtocol) return "dns.dnskey_protocol";
  return reason === null ? undefined : LINK_CODES[reason];
}

/** Returns a finding for each server at which a zone's chain breaks although it holds at other servers. */
function partlyBroken(observed: DnsObservation, { zone, broken }: LinkJudged): Finding[] {
  // The finding about the servers of the parent says that one of them does not delegate the zone.
  const isOther = ({ gap }: LinkJudged["broken"][number]) =>
    gap !== "no_delegation" || zone !== observed.delegation?.apex;
  return broken
    .filter(isOther)
    .slice(0, LISTED_MAX)
    .map(({ server, reason, state }) => {
      const { name = "", address = "" } = server ?? {};
      const why = `${reason === null ? "" : TRUST_WORDS[reason]}${stateText(state?.signature)}`;
      return findingOf("dns.dnssec_server_fails", {
        subject: `${nameOf(zone)} at ${name} (${address}): ${why}`,
        subjects: [zone === "" ? "." : zone, name, address],
        evidence: shownBy(
          observed,
          { names: [zone], types: ["DS", "DNSKEY"], at: [address] },
          { at: [address] },
        ),
      });
    });
}

/**
 * Returns the finding about the zone at which the chain breaks, with the time if a signature has expired or is not
 * valid yet.
 */
function linkFinding(observed: DnsObservation, { zone, reason, state }: LinkJudged, code: DnsCode): Finding {
  const about = aboutDs(observed, zone, OF_DS.includes(code) ? ["DS"] : ["DS", "DNSKEY"]);
  if (reason === "iterations") return findingOf(code, { ...about, subject: `the zone above ${zone}` });
  const timed = state?.state === "expired" || state?.state === "not_yet_valid";
  const own = timed && reason === "dnskey_signature" ? FAILURE_CODES[state.state] : undefined;
  const subject = `${nameOf(zone)}${own === undefined ? "" : " DNSKEY"}${stateText(state?.signature)}`;
  return findingOf(own ?? code, {
    ...about,
    subject,
    ...(own === undefined ? {} : { subjects: [...about.subjects, "DNSKEY"] }),
  });
}

/** Codes of findings for which the exchanges about the DS are the only evidence. */
const OF_DS: readonly DnsCode[] = ["dns.ds_signature", "dns.ds_not_denied", "dns.nsec3_iterations"];

/** Describes a zone with the exchanges about its DS, or about all given types. */
export function aboutDs(observed: DnsObservation, zone: string, types: readonly string[] = ["DS"]): About {
  return {
    subject: nameOf(zone),
    subjects: [zone === "" ? "." : zone],
    evidence: shownByEach(
      observed,
      types.map((type) => ({ names: [zone], types: [type] })),
    ),
  };
}

function nameOf(zone: string): string {
  return zone === "" ? "the root" : zone;
}
