import { type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

export const FINDINGS = {
  "scout.zone_unreachable": {
    severity: "critical",
    message: "No server of the zone of {subject} could be found or gave a usable answer.",
    reference: "RFC 1034 4.1",
    fix: "See what `dns` says of the delegation and of each server.",
  },
  "scout.axfr_open": {
    severity: "error",
    message: "The server {subject} gives the whole zone to everybody who asks (AXFR).",
    reference: "RFC 5936 5",
    fix: "Allow transfers to your secondary servers alone, by address and TSIG key.",
  },
  "scout.axfr_unfinished": {
    severity: "warning",
    message:
      "The server {subject} begins to give the zone to strangers (AXFR), and does not come to its end here.",
    reference: "RFC 5936 2.2",
    fix: "Allow transfers to your secondary servers alone, by address and TSIG key.",
  },
  "scout.takeover_possible": {
    severity: "critical",
    message:
      "{subject}: the alias leads into a domain that is not in the DNS. If nobody has registered it, whoever does has your name.",
    reference: null,
    fix: "Remove the CNAME record, or have it name a host that exists.",
  },
  "scout.dangling_alias": {
    severity: "error",
    message:
      "{subject}: the alias leads to a name that does not exist. Where customers choose names there, others may take it.",
    reference: "RFC 1912 2.4",
    fix: "Remove the CNAME record, or create what it names.",
  },
  "scout.alias_loop": {
    severity: "error",
    message: "The aliases of {subject} lead in a circle.",
    reference: "RFC 1034 3.6.2",
    fix: "Have one of them name a host with an address.",
  },
  "scout.srv_target_missing": {
    severity: "warning",
    message: "{subject}: the service's host does not exist, or has no address.",
    reference: "RFC 2782",
    fix: "Remove the SRV record, or give the host an address.",
  },
  "scout.private_address": {
    severity: "warning",
    message: "{subject}: an address that is not public is published to the world.",
    reference: "RFC 1918 5",
    fix: "Keep internal names in an internal zone.",
  },
  "scout.wildcard": {
    severity: "info",
    message:
      "Names below {subject} that nobody has made get an answer (a wildcard): names that get the same are kept apart.",
    reference: "RFC 4592 2",
    fix: null,
  },
  "scout.dname": {
    severity: "info",
    message:
      "{subject}: each name below leads to the same name below the other (DNAME); none stands there itself.",
    reference: "RFC 6672 2.1",
    fix: "Ask for the target to see which names there are.",
  },
  "scout.open_recursion": {
    severity: "error",
    message: "The zone's server {subject} looks up any name for strangers: it can be used to attack others.",
    reference: "RFC 5358 4",
    fix: "Allow recursion to your own networks alone, or to nobody.",
  },
  "scout.server_silent": {
    severity: "warning",
    message: "The zone's server {subject} gave no usable answer in time.",
    reference: "RFC 1034 4.1",
    fix: "Check the server, its firewall for UDP and TCP port 53, and the route to it.",
  },
  "scout.server_lame": {
    severity: "error",
    message: "The zone's server {subject} is named for the zone, but does not answer as an authority for it.",
    reference: "RFC 1912 2.8",
    fix: "Load the zone on the server, or remove it from the delegation.",
  },
  "scout.no_tcp": {
    severity: "error",
    message: "The zone's server {subject} answers over UDP and not over TCP: large answers are lost.",
    reference: "RFC 7766 5",
    fix: "Open TCP port 53 at the server and in its firewall.",
  },
  "scout.no_edns": {
    severity: "notice",
    message: "The zone's server {subject} does not know EDNS: no DNSSEC, and large answers need TCP.",
    reference: "RFC 6891 7",
    fix: "Update its software, or what changes DNS on the way to it.",
  },
  "scout.serials_differ": {
    severity: "warning",
    message: "The zone's servers have different versions of it: {subject}.",
    reference: "RFC 1034 4.3.5",
    fix: "Check that the secondary servers are notified, and may transfer the zone.",
  },
  "scout.servers_disagree": {
    severity: "warning",
    message: "The zone's servers give different answers: {subject}.",
    reference: "RFC 1034 4.1",
    fix: "See `dns` for who says what.",
  },
  "scout.dnssec_bogus": {
    severity: "critical",
    message:
      "The DNSSEC signatures of {subject} do not verify: for everybody whose resolver checks them it does not exist.",
    reference: "RFC 4035 5.5",
    fix: "Check that signatures are current and that the DS at the parent matches a DNSKEY of the zone; or remove the DS.",
  },
  "scout.no_spf": {
    severity: "notice",
    message: "{subject} has no SPF record.",
    reference: "RFC 7208 3",
    fix: "See `mail` for what to publish.",
  },
  "scout.spf_invalid": {
    severity: "error",
    message: "The SPF record of {subject} breaks the grammar, or there are several: receivers use none.",
    reference: "RFC 7208 4.6",
    fix: "See `mail` for what is wrong, and a record that is right.",
  },
  "scout.no_dmarc": {
    severity: "notice",
    message: "No DMARC policy applies to {subject}.",
    reference: "RFC 9989 4.10",
    fix: "See `mail` for what to publish.",
  },
  "scout.incomplete": {
    severity: "notice",
    message: "Not everything could be found out: {subject}.",
    reference: null,
    fix: "See `coverage` of the section. Ask again later, or for this section alone.",
  },
} as const satisfies FindingTable;

/** A finding of this tool. @param subject what it is about. */
export function findingOf(code: keyof typeof FINDINGS, subject: string | null = null): Finding {
  return finding(FINDINGS, code, subject);
}
