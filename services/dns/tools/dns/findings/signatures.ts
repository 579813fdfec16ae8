import type { FindingTable } from "@dnstools/core/tool/finding";

/** Findings about a zone's signatures, its proofs of denial and its signing practice, by code. */
export const SIGNATURE_FINDINGS = {
  "dns.signature_expired": {
    severity: "critical",
    message: "The DNSSEC signature of {subject} has expired, so validating resolvers refuse the answer.",
    reference: "RFC 4034 3.1.5",
    fix: "Sign the zone again, and check why it was not signed in time.",
    meaning:
      "Users of resolvers that check DNSSEC, such as the large public ones, get SERVFAIL for these records. A zone whose signer has stopped loses its other records in the same way.",
    found: "The expiration time in the RRSIG record that the zone's name servers return is in the past.",
  },
  "dns.signature_not_yet_valid": {
    severity: "critical",
    message: "The DNSSEC signature of {subject} is not valid yet, so validating resolvers refuse the answer.",
    reference: "RFC 4034 3.1.5",
    fix: "Correct the clock of the signer, and sign the zone again.",
    meaning:
      "Resolvers that check DNSSEC answer SERVFAIL until the signature becomes valid. The usual cause is a signer whose clock is wrong.",
    found: "The inception time in the RRSIG record that the zone's name servers return is in the future.",
  },
  "dns.signature_missing": {
    severity: "critical",
    message: "{subject} has no DNSSEC signature in a signed zone, so validating resolvers refuse the answer.",
    reference: "RFC 4035 2.2",
    fix: "Sign the whole zone again; check that no record was added after signing, and that no server has an unsigned copy.",
    meaning:
      "In a signed zone every record needs a signature. Users of resolvers that check DNSSEC get SERVFAIL for these records.",
    found:
      "The DS at the parent makes the zone's keys trusted, but the answer has no RRSIG record for these records.",
  },
  "dns.signature_wrong": {
    severity: "critical",
    message:
      "The DNSSEC signature of {subject} does not match these records, so validating resolvers refuse the answer.",
    reference: "RFC 4035 5.3",
    fix: "Sign the zone again; check that nothing changes records between the signer and the servers.",
    meaning:
      "The records were changed after they were signed, by mistake or by an attack. Users of resolvers that check DNSSEC get SERVFAIL for them.",
    found: "This API checks the RRSIG record with the zone's DNSKEY, and the signature does not verify.",
  },
  "dns.signature_without_key": {
    severity: "critical",
    message: "The DNSSEC signature of {subject} is made with a key that the zone does not publish.",
    reference: "RFC 4035 5.3.1",
    fix: "Publish the key in the zone's DNSKEY records until its last signature has left all caches, or sign again with a published key.",
    meaning:
      "A resolver that checks DNSSEC has no key to verify the signature with, so it answers SERVFAIL. The usual cause is a key that was removed too early in a rollover.",
    found: "No DNSKEY record of the zone has the key tag and the algorithm that the RRSIG record names.",
  },
  "dns.denial_not_proven": {
    severity: "critical",
    message:
      "The zone is signed but does not prove its negative answers, so validating resolvers answer SERVFAIL: {subject}.",
    reference: "RFC 4035 5.4",
    fix: "Sign the zone again, so that its NSEC or NSEC3 records are complete.",
    meaning:
      "A signed zone must prove with NSEC or NSEC3 records that a name or a type does not exist. Without the proof, resolvers answer SERVFAIL instead of a clean negative answer, which makes some clients fail completely.",
    found:
      "The NSEC or NSEC3 records in the negative answer do not cover the name or the type, or do not verify.",
  },
  "dns.signature_key_unusable": {
    severity: "critical",
    message:
      "The DNSSEC signature of {subject} is made with a key that is revoked or is not a zone key, so validating resolvers refuse the answer.",
    reference: "RFC 4034 2.1.1",
    fix: "Sign the zone again with a key that has the flag ZONE and not the flag REVOKE.",
    meaning:
      "A key with the flag REVOKE, or without the flag ZONE, must not be used to verify a zone. Resolvers that check DNSSEC answer SERVFAIL for these records.",
    found: "This API reads the flags of the DNSKEY that the RRSIG record names.",
  },
  "dns.nxdomain_of_existing": {
    severity: "error",
    message:
      "A server answers NXDOMAIN for {subject}, although its own NSEC or NSEC3 records prove that the name exists.",
    reference: "RFC 8020 2",
    fix: "Have the server answer NOERROR without records for a name that has other names below it.",
    meaning:
      "NXDOMAIN says that there is nothing at the name and below it, so resolvers may deny all names below it too. Of validating resolvers, some, such as Unbound, believe the proof and answer that the name has no records; others, such as BIND, answer SERVFAIL.",
    found:
      "The response code is NXDOMAIN, and a verified NSEC or NSEC3 record in the answer shows the name or a name below it.",
  },
  "dns.dnssec_server_fails": {
    severity: "error",
    message:
      "One server returns data that does not verify (DNSSEC), although the data of other servers verifies: {subject}.",
    reference: "RFC 4035 5.5",
    fix: "Bring that server to the signed version of the zone that the others have.",
    meaning:
      "Resolvers that ask this server must retry at another server, or answer SERVFAIL. The name fails at times for users of resolvers that check DNSSEC.",
    found: "This API verifies the answers of every server of the zone, and the answers of this server fail.",
  },
  "dns.signature_ends_soon": {
    severity: "warning",
    message: "The DNSSEC signature of {subject} expires soon and should have been renewed by now.",
    reference: "RFC 6781 4.4.2",
    fix: "Check that the signer runs: signatures are renewed well before they expire.",
    meaning:
      "When the signature expires, resolvers that check DNSSEC answer SERVFAIL, and the domain is down for their users.",
    found: "Less than 3 days and less than 15 % of the validity period of the RRSIG record are left.",
  },
  "dns.dnssec_bogus": {
    severity: "critical",
    message: "The DNSSEC signatures of {subject} do not verify, so validating resolvers answer SERVFAIL.",
    reference: "RFC 4035 5.5",
    fix: "Check that signatures are current and that the DS at the parent matches a DNSSEC key of the zone; or remove the DS.",
    meaning:
      "For users of resolvers that check DNSSEC, such as the large public ones, the domain does not exist. It works for all other users, which hides the fault.",
    found: "The resolver answers SERVFAIL, but answers the same query when it need not check signatures.",
  },
  "dns.resolver_refuses": {
    severity: "warning",
    message:
      "This API's validating resolver answers SERVFAIL for {subject}, and whether DNSSEC secures it could not be determined.",
    reference: "RFC 4035 5.5",
    fix: "Check that the DS at the parent, or the proof that there is none, can be had from every server of the parent.",
    meaning:
      "Users of resolvers that check DNSSEC may not reach the zone, although its servers answer. This API could not find out why.",
    found:
      "The resolver answers SERVFAIL for the SOA of the zone, but answers the same query when it need not check signatures.",
  },
  "dns.dnssec_resolver_differs": {
    severity: "warning",
    message: "This API's own DNSSEC check and its resolver come to different verdicts: {subject}.",
    reference: null,
    fix: "See `dnssec.resolver` and the evidence: the resolver may still have older data, or be stricter than other resolvers.",
    meaning:
      "Some resolvers accept the zone, others refuse it. After a change this ends when caches expire; if it lasts, some users cannot reach the domain.",
    found:
      "This API follows the chain of trust by itself, and asks its validating resolver for the zone's SOA.",
  },
  "dns.key_small": {
    severity: "notice",
    message: "DNSSEC keys of {subject} are RSA keys shorter than 2048 bits.",
    reference: "NIST SP 800-57",
    fix: "Roll over to ECDSAP256SHA256 (13), or to RSA keys of 2048 bits.",
    meaning:
      "A short RSA key can be factored with enough effort, and answers of the zone can then be forged. Nothing fails today.",
    found: "This API reads the length of the modulus in the zone's DNSKEY records.",
  },
  "dns.nsec3_parameters": {
    severity: "notice",
    message: "The NSEC3 records of {subject} use extra hash iterations or a salt.",
    reference: "RFC 9276 3.1",
    fix: "Set the iterations of NSEC3 to 0 and its salt to none.",
    meaning:
      "Extra iterations and a salt protect nothing, and cost resolvers and servers work. Resolvers may lower the number of iterations that they accept.",
    found: "The NSEC3 records in a negative answer of the zone's servers have iterations above 0, or a salt.",
    record: "example.com. 0 IN NSEC3PARAM 1 0 0 -",
  },
  "dns.nsec3_iterations": {
    severity: "warning",
    message: "The NSEC3 records of {subject} require more hash iterations than many resolvers accept.",
    reference: "RFC 9276 3.1, 3.2",
    fix: "Set the iterations of NSEC3 to 0 and its salt to none.",
    meaning:
      "Resolvers treat negative answers with this many iterations as unsigned, or answer SERVFAIL: BIND 9.18 and Unbound beyond 150, newer versions of BIND, Knot Resolver and PowerDNS Recursor beyond 50. DNSSEC then does not protect negative answers, and unsigned zones below may fail.",
    found: "The NSEC3 records in an answer have more than 50 iterations.",
    record: "example.com. 0 IN NSEC3PARAM 1 0 0 -",
  },
} as const satisfies FindingTable;
