import type { FindingTable } from "@dnstools/core/tool/finding";

/** What there is to say of a zone's signatures, its keys and its DS. */
export const DNSSEC_FINDINGS = {
  "dns.signature_expired": {
    severity: "critical",
    message: "The DNSSEC signature of {subject} has ended: validating resolvers refuse the answer.",
    reference: "RFC 4034 3.1.5",
    fix: "Sign the zone again, and check why it was not done in time.",
  },
  "dns.signature_not_yet_valid": {
    severity: "critical",
    message:
      "The DNSSEC signature of {subject} begins in the future: validating resolvers refuse the answer.",
    reference: "RFC 4034 3.1.5",
    fix: "Set the signer's clock right and sign the zone again.",
  },
  "dns.signature_missing": {
    severity: "critical",
    message: "{subject} has no DNSSEC signature in a signed zone: validating resolvers refuse the answer.",
    reference: "RFC 4035 2.2",
    fix: "Sign the zone again as a whole; check that no record was added behind the signer, and that no server has an unsigned copy.",
  },
  "dns.signature_wrong": {
    severity: "critical",
    message:
      "The DNSSEC signature of {subject} does not belong to these records: validating resolvers refuse the answer.",
    reference: "RFC 4035 5.3",
    fix: "Sign the zone again; check that nothing changes records between the signer and the servers.",
  },
  "dns.signature_without_key": {
    severity: "critical",
    message:
      "The DNSSEC signature of {subject} was made with a key that the zone does not publish: validating resolvers refuse the answer.",
    reference: "RFC 4035 5.3.1",
    fix: "Publish the key in the zone's DNSKEY records until its last signature has left all caches, or sign again with a published key.",
  },
  "dns.denial_not_proven": {
    severity: "critical",
    message:
      "The zone is signed and does not prove what it denies: {subject}. Validating resolvers answer SERVFAIL.",
    reference: "RFC 4035 5.4",
    fix: "Sign the zone again, so that its NSEC or NSEC3 records are complete.",
  },
  "dns.dnssec_server_fails": {
    severity: "error",
    message:
      "One server gives data that does not verify, others give data that does: {subject}. Resolvers that ask this server must ask another, or answer SERVFAIL.",
    reference: "RFC 4035 5.5",
    fix: "Bring that server to the signed version of the zone that the others have.",
  },
  "dns.dnssec_broken_above": {
    severity: "critical",
    message:
      "The chain of trust breaks at {subject}, above this zone: for everybody whose resolver checks DNSSEC nothing below it exists.",
    reference: "RFC 4035 5",
    fix: "Tell the operator of that zone: nothing in this zone can mend it.",
  },
  "dns.ds_signature": {
    severity: "critical",
    message: "The parent's own DNSSEC signature over the DS of {subject} does not verify.",
    reference: "RFC 4035 5.2",
    fix: "Tell the operator of the parent zone: nothing in this zone can mend it.",
  },
  "dns.ds_not_denied": {
    severity: "critical",
    message:
      "The parent gives no DS for {subject} and does not prove that there is none: validating resolvers cannot answer for the zone.",
    reference: "RFC 4035 5.2",
    fix: "Tell the operator of the parent zone: nothing in this zone can mend it.",
  },
  "dns.ds_servfail": {
    severity: "critical",
    message:
      "Every server of the parent answers SERVFAIL when it is asked for the DS of {subject}, and our resolver refuses the zone: validating resolvers cannot answer for it.",
    reference: "RFC 4035 3.1.4",
    fix: "Tell the operator of the parent zone: its servers must give the DS, or prove that there is none.",
  },
  "dns.ds_servers_differ": {
    severity: "error",
    message: "Servers of the parent disagree about the DS of {subject}.",
    reference: "RFC 4035 2.4",
    fix: "If this lasts for longer than the parent's SOA refresh, tell the operator of the parent zone.",
  },
  "dns.ds_digest_wrong": {
    severity: "critical",
    message:
      "The DS at the parent names a key of {subject} by its key tag, and its digest is another key's: validating resolvers cannot answer for the zone.",
    reference: "RFC 4034 5.1.4",
    fix: "Copy the DS anew from the zone's present key to the registrar.",
  },
  "dns.ds_of_revoked_key": {
    severity: "critical",
    message: "The DS at the parent leads to a key of {subject} that is revoked, or that is no key of a zone.",
    reference: "RFC 5011 2.1",
    fix: "Register the DS of a key that the zone signs with at the registrar.",
  },
  "dns.dnskey_not_signed": {
    severity: "critical",
    message:
      "The key that the DS at the parent names does not sign the DNSKEY records of {subject}: validating resolvers cannot answer for the zone.",
    reference: "RFC 4035 5.2",
    fix: "Sign the zone's DNSKEY records with that key, or register the DS of the key that signs them.",
  },
  "dns.dnssec_unsupported": {
    severity: "notice",
    message:
      "{subject} is signed only with algorithms, or has only DS digests, that resolvers do not support: they take it as unsigned.",
    reference: "RFC 4035 5.2",
    fix: "Sign with ECDSAP256SHA256 (13) and register a DS of digest type 2.",
  },
  "dns.nsec3_iterations": {
    severity: "warning",
    message:
      "The NSEC3 records of {subject} take more hashing than resolvers do: resolvers take denials as unsigned, or answer SERVFAIL.",
    reference: "RFC 9276 3.1",
    fix: "Set the iterations of NSEC3 to 0 and its salt to none.",
  },
  "dns.dnssec_resolver_differs": {
    severity: "warning",
    message: "Our own check of DNSSEC and our resolver come to different verdicts: {subject}.",
    reference: null,
    fix: "See `dnssec.resolver` and the evidence: a resolver may still have older data, or refuse more than others do.",
  },
  "dns.signature_ends_soon": {
    severity: "warning",
    message: "The DNSSEC signature of {subject} ends soon, and should have been renewed by now.",
    reference: "RFC 6781 4.4.2",
    fix: "Check that the signer runs: signatures are renewed well before they end.",
  },
  "dns.algorithm_deprecated": {
    severity: "warning",
    message:
      "DNSSEC signs with {subject}, which must no longer be used: resolvers may treat what it alone vouches for as unsigned.",
    reference: "RFC 9904",
    fix: "Roll over to ECDSAP256SHA256 (13) or ED25519 (15), with a DS of digest type 2.",
  },
  "dns.digest_deprecated": {
    severity: "notice",
    message: "The parent has a DS with a digest of {subject}, which must no longer be made.",
    reference: "RFC 9904",
    fix: "Keep or register a DS of digest type 2 (SHA-256) at the registrar, and remove this one.",
  },
  "dns.ds_without_key": {
    severity: "critical",
    message:
      "The parent has a DS for {subject}, but the zone has no DNSKEY: validating resolvers cannot answer for it.",
    reference: "RFC 4035 5.2",
    fix: "Remove the DS at the registrar, or sign the zone with the key that it names.",
  },
  "dns.ds_mismatch": {
    severity: "critical",
    message:
      "No DS at the parent belongs to a DNSKEY of {subject}: validating resolvers cannot answer for it.",
    reference: "RFC 4035 5.2",
    fix: "Register the DS of the zone's present key at the registrar, or remove the old one.",
  },
  "dns.dnssec_bogus": {
    severity: "critical",
    message:
      "The DNSSEC signatures of {subject} do not verify: for everybody whose resolver checks them it does not exist.",
    reference: "RFC 4035 5.5",
    fix: "Check that signatures are current and that the DS at the parent matches a DNSKEY of the zone; or remove the DS.",
  },
  "dns.cds_delete": {
    severity: "notice",
    message:
      "{subject} asks its parent to remove its DS (CDS or CDNSKEY): it will no longer be secured by DNSSEC.",
    reference: "RFC 8078 4",
    fix: "Nothing, if DNSSEC is to end; go on signing until the DS is gone and has left all caches. Else remove these records.",
  },
  "dns.cds_differs": {
    severity: "notice",
    message: "The zone asks its parent for another DS (CDS or CDNSKEY) than the parent has: {subject}.",
    reference: "RFC 7344 4",
    fix: "If this lasts for days, the parent does not look at CDS records: register the DS at the registrar.",
  },
  "dns.cds_inconsistent": {
    severity: "warning",
    message:
      "The CDS and CDNSKEY records, or the zone's servers, do not ask the parent for the same DS: {subject}.",
    reference: "RFC 7344 4",
    fix: "Publish CDS and CDNSKEY records of the same keys at all servers: parents do nothing as long as they differ.",
  },
  "dns.key_small": {
    severity: "notice",
    message: "DNSSEC keys of {subject} are RSA keys shorter than 2048 bits.",
    reference: "NIST SP 800-57",
    fix: "Roll over to ECDSAP256SHA256 (13), or to RSA keys of 2048 bits.",
  },
  "dns.nsec3_parameters": {
    severity: "notice",
    message:
      "NSEC3 of {subject} hashes more often than once, or with a salt: that protects nothing, and costs resolvers work.",
    reference: "RFC 9276 3.1",
    fix: "Set the iterations of NSEC3 to 0 and its salt to none.",
  },
} as const satisfies FindingTable;
