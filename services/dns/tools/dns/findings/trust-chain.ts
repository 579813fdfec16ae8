import type { FindingTable } from "@dnstools/core/tool/finding";

/**
 * Findings about the chain of trust, by code: the DS at the parent, the keys that the DS names, and the DS that the
 * zone requests.
 */
export const TRUST_FINDINGS = {
  "dns.dnssec_broken_above": {
    severity: "critical",
    message: "The DNSSEC chain of trust breaks at {subject}, above this zone.",
    reference: "RFC 4035 5",
    fix: "Tell the operator of {subject}: nothing in this zone can repair it.",
    meaning:
      "Resolvers that check DNSSEC answer SERVFAIL for everything below that zone. The domain is down for their users, although it has no fault itself.",
    found:
      "This API follows the DS and DNSKEY records down from the root, and the check fails at a zone above this one.",
  },
  "dns.ds_signature": {
    severity: "critical",
    message: "The parent's own DNSSEC signature over the DS of {subject} does not verify.",
    reference: "RFC 4035 5.2",
    fix: "Tell the operator of the parent zone: nothing in this zone can repair it.",
    meaning:
      "Resolvers that check DNSSEC cannot trust the DS, and answer SERVFAIL for the zone. The zone is down for their users.",
    found:
      "This API checks the RRSIG record over the DS with the keys of the parent zone, and the check fails.",
  },
  "dns.ds_not_denied": {
    severity: "critical",
    message: "The parent returns no DS for {subject} and does not prove that there is none.",
    reference: "RFC 4035 5.2",
    fix: "Tell the operator of the parent zone: nothing in this zone can repair it.",
    meaning:
      "The parent zone is signed, so it must prove with NSEC or NSEC3 that the zone has no DS. Without the proof, validating resolvers cannot answer for the zone.",
    found:
      "The answer of the parent's servers to the query for DS has no DS and no NSEC or NSEC3 proof that verifies.",
  },
  "dns.ds_servfail": {
    severity: "critical",
    message: "Every server of the parent answers SERVFAIL to the query for the DS of {subject}.",
    reference: "RFC 4035 3.1.4",
    fix: "Tell the operator of the parent zone: its servers must return the DS, or prove that there is none.",
    meaning:
      "Validating resolvers cannot determine whether the zone is signed, so they answer SERVFAIL for it. The domain is down for their users.",
    found:
      "This API asked the parent's servers for the DS: all answered SERVFAIL, and the resolver refused the zone.",
  },
  "dns.ds_servers_differ": {
    severity: "error",
    message: "Servers of the parent disagree about the DS of {subject}.",
    reference: "RFC 4035 2.4",
    fix: "If this lasts for longer than the refresh time in the SOA of the parent, tell the operator of the parent zone.",
    meaning:
      "Some of the parent's servers have a DS, others prove that there is none. Whether the zone counts as signed depends on the server that a resolver asks.",
    found: "This API asks several servers of the parent for the DS and compares their answers.",
  },
  "dns.ds_without_key": {
    severity: "critical",
    message:
      "The parent has a DS for {subject}, but the zone has no DNSKEY: validating resolvers answer SERVFAIL.",
    reference: "RFC 4035 5.2",
    fix: "Remove the DS at the registrar, or sign the zone with the key that the DS names.",
    meaning:
      "The DS means that the zone should be signed, but the zone is not. The usual cause is a move to another DNS provider; the domain is down for users of resolvers that check DNSSEC.",
    found: "The parent's servers return a DS, but the zone's servers return no record for the DNSKEY query.",
    record:
      "example.com. 3600 IN DS 12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  },
  "dns.ds_mismatch": {
    severity: "critical",
    message: "No DS at the parent matches a DNSKEY of {subject}: validating resolvers answer SERVFAIL.",
    reference: "RFC 4035 5.2",
    fix: "Register the DS of the zone's current key at the registrar, or remove the old DS.",
    meaning:
      "The keys of the zone were replaced, but the DS at the parent was not. The domain is down for users of resolvers that check DNSSEC.",
    found: "No DNSKEY record of the zone has the key tag and the algorithm of a DS at the parent.",
    record:
      "example.com. 3600 IN DS 12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  },
  "dns.ds_digest_wrong": {
    severity: "critical",
    message: "The DS at the parent has the key tag of a key of {subject} but the digest of another key.",
    reference: "RFC 4034 5.1.4",
    fix: "Copy the DS of the zone's current key to the registrar again.",
    meaning:
      "The digest in the DS was mistyped, or was computed for another name or key. Validating resolvers answer SERVFAIL for the zone.",
    found:
      "This API computes the digest of the DNSKEY that the DS names, and it differs from the digest in the DS.",
    record:
      "example.com. 3600 IN DS 12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  },
  "dns.ds_of_revoked_key": {
    severity: "critical",
    message: "The DS at the parent names a key of {subject} that is revoked or is not a zone key.",
    reference: "RFC 5011 2.1",
    fix: "At the registrar, register the DS of a key that the zone signs with.",
    meaning:
      "A key with the flag REVOKE, or without the flag ZONE, must not be used to verify a zone. Validating resolvers answer SERVFAIL.",
    found: "This API reads the flags of the DNSKEY that the DS names.",
    record:
      "example.com. 3600 IN DS 12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  },
  "dns.dnskey_protocol": {
    severity: "critical",
    message:
      "A DNSKEY whose protocol is not 3 signs {subject}, so validating resolvers do not use it and answer SERVFAIL.",
    reference: "RFC 4034 2.1.2",
    fix: "Publish the key with protocol 3, sign the DNSKEY records again, and register the DS of this key.",
    meaning:
      "The second field of a DNSKEY record must be 3. A key with another value counts as missing. The domain is down for users of resolvers that check DNSSEC.",
    found: "This API reads the protocol of the DNSKEY that the DS or the signatures name.",
    record: "example.com. 3600 IN DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0d...",
  },
  "dns.dnskey_not_signed": {
    severity: "critical",
    message: "The key that the DS at the parent names does not sign the DNSKEY records of {subject}.",
    reference: "RFC 4035 5.2",
    fix: "Sign the zone's DNSKEY records with that key, or register the DS of the key that signs them.",
    meaning:
      "The key that the DS names must sign the zone's DNSKEY records. Without this signature, validating resolvers answer SERVFAIL for the zone.",
    found:
      "This API verifies the RRSIG records over the DNSKEY records with the key that the DS names, and none verifies.",
  },
  "dns.dnssec_unsupported": {
    severity: "notice",
    message:
      "{subject} is signed only with algorithms, or has only DS digests, that many resolvers do not accept.",
    reference: "RFC 4035 5.2, RFC 9905 2",
    fix: "Sign with ECDSAP256SHA256 (13) and register a DS of digest type 2.",
    meaning: "These resolvers treat the zone as unsigned. It works, but DNSSEC does not protect it.",
    found:
      "No DS at the parent has an algorithm and a digest type that this API and common resolvers verify. Validators must treat RSASHA1 (5, 7) as insecure.",
    record:
      "example.com. 3600 IN DS 12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  },
  "dns.signature_unsupported": {
    severity: "critical",
    message:
      "{subject} is signed only with an algorithm that resolvers do not support, although the DS at the parent has another, so they answer SERVFAIL.",
    reference: "RFC 4035 2.2",
    fix: "Sign the zone again with a key of the algorithm that the DS has.",
    meaning:
      "The DS promises signatures of its algorithm for every record. Resolvers that check DNSSEC cannot verify others, and refuse the records.",
    found:
      "The RRSIG records have only algorithm numbers that this API and common resolvers do not verify, and the zone has a DS that they do.",
  },
  "dns.algorithm_deprecated": {
    severity: "warning",
    message: "The zone's DNSSEC uses {subject}, which is deprecated and must not be used.",
    reference: "RFC 9904",
    fix: "Roll over to ECDSAP256SHA256 (13) or ED25519 (15), with a DS of digest type 2.",
    meaning:
      "Resolvers may treat a zone that is signed only with this algorithm as unsigned, and some already do. DNSSEC then does not protect the zone.",
    found: "The DNSKEY records of the zone or the DS at the parent have this algorithm number.",
  },
  "dns.digest_deprecated": {
    severity: "notice",
    message:
      "The parent has a DS with a digest of {subject}, which is deprecated and must not be used for new DS records.",
    reference: "RFC 9904",
    fix: "Keep or register a DS of digest type 2 (SHA-256) at the registrar, and remove this DS.",
    meaning:
      "The digest is too weak for new records, and resolvers may ignore it. If it is the only DS, the zone then counts as unsigned.",
    found: "A DS record at the parent has this digest type.",
    record:
      "example.com. 3600 IN DS 12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  },
  "dns.cds_delete": {
    severity: "notice",
    message:
      "{subject} asks its parent to remove its DS (CDS or CDNSKEY), which turns off DNSSEC for the zone.",
    reference: "RFC 8078 4",
    fix: "If you want to turn off DNSSEC, keep signing until the DS is gone and has left all caches. Otherwise remove these records.",
    meaning: "A parent that reads CDS records removes the DS. The zone then counts as unsigned.",
    found: "A name server of the zone returns a CDS or CDNSKEY record with the algorithm 0.",
    record: "example.com. 3600 IN CDS 0 0 0 00",
  },
  "dns.cds_differs": {
    severity: "notice",
    message: "The zone asks its parent for a different DS (CDS or CDNSKEY) than the parent has: {subject}.",
    reference: "RFC 7344 4",
    fix: "If this lasts for days, the parent does not read CDS records: register the DS at the registrar.",
    meaning:
      "A key rollover is not finished. If the old key is removed before the parent has the new DS, validating resolvers answer SERVFAIL.",
    found:
      "This API compares the CDS or CDNSKEY records of the zone's servers with the DS of the parent's servers.",
    record:
      "example.com. 3600 IN CDS 12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  },
  "dns.cds_inconsistent": {
    severity: "warning",
    message:
      "The CDS and CDNSKEY records, or the zone's servers, ask the parent for different DS: {subject}.",
    reference: "RFC 9975 3.1",
    fix: "Publish CDS and CDNSKEY records for the same keys on all servers.",
    meaning: "The parent changes nothing as long as these records differ, so a key rollover cannot proceed.",
    found:
      "This API queries one server of the zone for CDS and another for CDNSKEY, and compares the keys in their answers.",
    record:
      "example.com. 3600 IN CDS 12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  },
} as const satisfies FindingTable;
