import type { FindingTable } from "@dnstools/core/tool/finding";
import { SENT } from "./texts.ts";

const TLSA =
  "The TLSA records at `_PORT._tcp.HOST` are queried with DNSSEC and compared with the certificates that the server sends.";
const TLSA_RECORD =
  "_25._tcp.mail.example.com. 3600 IN TLSA 3 1 1 0c72ac70b745ac19998811b131d662c9ac69dbdbe7cb23e5b514b56664c5d3d6";
const SRV_RECORD = "_imaps._tcp.example.com. 3600 IN SRV 0 1 993 mail.example.com.";
const ADDRESS_RECORD = "mail.example.com. 3600 IN A 192.0.2.1";
const BY_RECORDS =
  "This API's resolver is asked for the MX records of the domain, or the SRV records of the service.";
const BY_ADDRESSES = "This API's resolver is asked for the A and AAAA records of the host.";

/** Findings about the records that name servers or confirm their certificates, by code. */
export const SERVER_FINDINGS = {
  "ssl.caa_not_allowed": {
    severity: "warning",
    message:
      "The CAA records for {subject} do not name the authority of its certificate: the next renewal will fail.",
    reference: "RFC 8659 4.2",
    fix: "Add an issue record with the name of the authority, or get the next certificate from an authority that is named.",
    meaning:
      "The certificate works until its end date. An authority that CAA does not name must not issue a certificate, so automatic renewal fails without notice.",
    found:
      "CAA is queried at the host and each name above it; the first records found are compared with the issuer of the certificate.",
    record: 'example.com. 3600 IN CAA 0 issue "letsencrypt.org"',
  },
  "ssl.caa_critical_unknown": {
    severity: "warning",
    message:
      "A CAA record for {subject} is marked as critical and has a tag that authorities do not know: none of them may issue a certificate.",
    reference: "RFC 8659 4.5",
    fix: "Correct the tag of the record, or remove the record.",
    meaning:
      "The certificate works until its end date. Every authority must refuse to issue the next one, so renewal fails without notice.",
    found:
      "CAA is queried at the host and each name above it; among the first records found is one with the critical flag and a tag that IANA does not list.",
    record: 'example.com. 3600 IN CAA 0 issue "letsencrypt.org"',
  },
  "ssl.caa_tag_misspelt": {
    severity: "warning",
    message: "A CAA record for {subject} has a misspelt tag, so authorities ignore the record.",
    reference: "RFC 8659 4.1",
    fix: "Correct the tag of the record: issue, issuewild or iodef.",
    meaning:
      "The record has no effect. If no other record has the tag `issue`, every authority may issue certificates.",
    found:
      "CAA is queried at the host and each name above it; among the first records found is one with a tag that IANA does not list and that differs little from a listed one.",
    record: 'example.com. 3600 IN CAA 0 issue "letsencrypt.org"',
  },
  "ssl.mx_alias": {
    severity: "warning",
    message:
      "The MX record names {subject}, which is an alias (CNAME): an MX must name a host with its own addresses.",
    reference: "RFC 2181 10.3",
    fix: "Put the target of the alias into the MX record.",
    meaning:
      "Many senders follow the alias. Some refuse to deliver, and clients look for certificates and TLSA records under either name.",
    found:
      "The MX records and the addresses of each host in them are queried; the answer for this host begins with a CNAME.",
    record: "example.com. 3600 IN MX 10 mail.example.com.",
  },
  "ssl.dane_mismatch": {
    severity: "critical",
    message: "No TLSA record of {subject} matches its certificate: senders that check DANE do not deliver.",
    reference: "RFC 7672 2.2",
    fix: "Publish a TLSA record for the current certificate or key. Before the next change, publish the new record at least one TTL in advance.",
    meaning:
      "Senders that check DANE keep the mail in their queue and return it as undeliverable after some days.",
    found: TLSA,
    record: TLSA_RECORD,
  },
  "ssl.dane_mismatch_elsewhere": {
    severity: "warning",
    message: "No TLSA record of {subject} matches its certificate: clients that check DANE refuse it.",
    reference: "RFC 6698 4",
    fix: "Publish a TLSA record for the current certificate or key, or remove the records.",
    meaning: "Browsers do not check TLSA records. The few clients that do end the connection.",
    found: TLSA,
    record:
      "_443._tcp.www.example.com. 3600 IN TLSA 3 1 1 0c72ac70b745ac19998811b131d662c9ac69dbdbe7cb23e5b514b56664c5d3d6",
  },
  "ssl.dane_unusable": {
    severity: "warning",
    message: "No TLSA record of {subject} is usable: clients ignore them all.",
    reference: "RFC 7672 3.1.3",
    fix: "Publish a record `3 1 1` with the SHA-256 hash of the server's public key.",
    meaning:
      "The usage, the selector, the matching type or the length of the hash is not one that clients accept. The records protect nothing.",
    found: TLSA,
    record: TLSA_RECORD,
  },
  "ssl.dane_insecure": {
    severity: "notice",
    message: "{subject} has TLSA records that DNSSEC does not secure: clients ignore them.",
    reference: "RFC 6698 4.1",
    fix: "Sign the zone with DNSSEC, or remove the records.",
    meaning: "Without DNSSEC, an attacker could replace the records, so they protect nothing.",
    found: "The TLSA records are queried with DNSSEC, and the resolver of this API does not set the AD flag.",
  },
  "ssl.no_mail": {
    severity: "info",
    message: "{subject} accepts no mail (null MX).",
    reference: "RFC 7505 3",
    fix: null,
    meaning: "The domain declares this on purpose. Senders return mail for the domain at once.",
    found: BY_RECORDS,
    record: "example.com. 3600 IN MX 0 .",
  },
  "ssl.not_offered": {
    severity: "info",
    message: "{subject} declares that it does not offer the service.",
    reference: "RFC 6186 3.4",
    fix: null,
    meaning:
      'The domain says so on purpose, by an SRV record with the target ".". Mail programs do not try to connect.',
    found: BY_RECORDS,
    record: "_imap._tcp.example.com. 3600 IN SRV 0 0 0 .",
  },
  "ssl.no_server": {
    severity: "notice",
    message: "No server of {subject} was found for the service.",
    reference: null,
    fix: "Send the name of the server itself as host, or publish SRV records, which mail programs use to find servers.",
    meaning:
      "No record names a server, and there is no server under one of the usual names. There is no certificate to judge.",
    found: `${BY_RECORDS} Without SRV records the usual names, such as mail.DOMAIN, are tried.`,
    record: SRV_RECORD,
  },
  "ssl.no_address": {
    severity: "error",
    message: "{subject} has no address.",
    reference: null,
    fix: "Publish an address record for the host, or remove the host from the records that name it.",
    meaning:
      "Clients that are sent to this host cannot connect. If it is the only server, the service is down.",
    found: BY_ADDRESSES,
    record: ADDRESS_RECORD,
  },
  "ssl.addresses_unknown": {
    severity: "warning",
    message: "Some or all addresses of {subject} could not be determined.",
    reference: null,
    fix: "Call /api/v1/dns for the name: it shows which of the zone's name servers fail.",
    meaning:
      "The name servers of the zone do not answer, or answer with an error. Clients may fail to find the server at all.",
    found: BY_ADDRESSES,
  },
  "ssl.guessed": {
    severity: "notice",
    message: "No SRV record names a server of {subject}: the servers shown were found by their usual names.",
    reference: "RFC 6186 3.4",
    fix: "Publish SRV records, so that mail programs find the servers.",
    meaning:
      "Mail programs guess names in the same way, and may guess others. With SRV records they need not guess.",
    found: `${BY_RECORDS} There is none, and the usual names, such as mail.DOMAIN, were tried.`,
    record: SRV_RECORD,
  },
  "ssl.not_a_host": {
    severity: "error",
    message: "A record names {subject} as a server, which is not a host name; nothing was sent to it.",
    reference: "RFC 5321 5.1",
    fix: "Put a host name into the record, and publish address records for the host.",
    meaning:
      "An MX or SRV record must name a host, not an address. Senders ignore the record or return the mail.",
    found: BY_RECORDS,
    record: "example.com. 3600 IN MX 10 mail.example.com.",
  },
  "ssl.port_not_allowed": {
    severity: "warning",
    message:
      "The record for {subject} names a port that is not a port of mail or web servers; nothing was sent to it.",
    reference: null,
    fix: "Use the usual port of the service.",
    meaning:
      "This API connects only to ports of these services, so that records cannot direct it to other services. Mail programs may connect; firewalls often block such ports.",
    found: BY_RECORDS,
    record: SRV_RECORD,
  },
  "ssl.not_all": {
    severity: "notice",
    message: "{subject} were not checked, because the number of checks per call is limited.",
    reference: null,
    fix: "Call this tool for each of the other servers, with its name as host.",
    meaning: "The answer is complete for the servers that it shows. The others may have other certificates.",
    found: `${SENT} At most 10 hosts, and 8 addresses of each, are checked in one call.`,
  },
} as const satisfies FindingTable;
