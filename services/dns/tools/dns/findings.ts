import type { FindingTable } from "@dnstools/core/finding";

export const FINDINGS = {
  "dns.cname_to_missing": {
    severity: "error",
    message: "The alias leads to {subject}, which does not exist.",
    reference: "RFC 1034 3.6.2",
    fix: "Point the CNAME at a name that exists, or remove it: whoever registers {subject} answers for this name.",
  },
  "dns.cname_target_fails": {
    severity: "error",
    message:
      "The alias leads to {subject}, for which no answer can be had: resolvers then have none for this name either.",
    reference: "RFC 1034 3.6.2",
    fix: "See what is wrong with {subject}, or point the CNAME at a name that works.",
  },
  "dns.cname_chain_long": {
    severity: "warning",
    message:
      "{subject} leads over more than 8 aliases; some resolvers give up after about 10 and answer SERVFAIL.",
    reference: "RFC 1034 3.6.2",
    fix: "Point {subject} straight at the last name of the chain.",
  },
  "dns.cname_loop": {
    severity: "error",
    message: "The aliases of {subject} lead in a circle, or are more than resolvers follow.",
    reference: "RFC 1034 3.6.2",
    fix: "Point {subject} straight at a name with records.",
  },
  "dns.nxdomain_for_type": {
    severity: "error",
    message:
      "A server of the zone answers NXDOMAIN for {subject}, but knows the name for other types; resolvers may then not find it at all.",
    reference: "RFC 4074 4.2",
    fix: "Have the server answer NOERROR without records for types that the name does not have.",
  },
  "dns.nxdomain_with_records": {
    severity: "error",
    message:
      "One answer has records of {subject} and says that {subject} does not exist (NXDOMAIN): some resolvers use the records, others drop the name.",
    reference: "RFC 1035 4.1.1",
    fix: "Have the server answer NOERROR for names that have records.",
  },
  "dns.cname_beside_data": {
    severity: "error",
    message: "{subject} has a CNAME beside other records; resolvers may give either.",
    reference: "RFC 2181 10.1",
    fix: "Replace the CNAME with address records, or move the other records away.",
  },
  "dns.underscore_in_host": {
    severity: "notice",
    message: "{subject} has addresses or mail servers, but a name with an underscore is no host name.",
    reference: "RFC 1123 2.1",
    fix: "Use a name without an underscore where web or mail software must accept it.",
  },
  "dns.delegation_mismatch": {
    severity: "warning",
    message: "The parent and the zone name different servers: {subject}.",
    reference: "RFC 1034 4.2.2",
    fix: "Name the same servers at the registrar and in the zone's NS records.",
  },
  "dns.missing_glue": {
    severity: "error",
    message:
      "The parent names {subject} inside the zone itself, and gives no address (glue) for it: resolvers cannot find it.",
    reference: "RFC 1034 4.2.1",
    fix: "Register the addresses of {subject} at the registrar (host or glue records).",
  },
  "dns.glue_mismatch": {
    severity: "warning",
    message: "The parent and the zone give different addresses for the name server {subject}.",
    reference: "RFC 1034 4.2.2",
    fix: "Register the right addresses at the registrar (host or glue records), and correct the zone where it is wrong.",
  },
  "dns.one_server": {
    severity: "warning",
    message: "The zone has one name server only, {subject}: when it fails, the domain is gone.",
    reference: "RFC 2182 5",
    fix: "Add a second name server in another network.",
  },
  "dns.servers_disagree": {
    severity: "error",
    message:
      "The zone's servers give different answers for {subject}: callers get one or the other by chance.",
    reference: "RFC 1034 4.3.5",
    fix: "Bring all servers to the same version of the zone; check that the secondaries can transfer it.",
  },
  "dns.servers_vary": {
    severity: "notice",
    message:
      "The zone's servers give different answers for {subject} from the same version of the zone: they balance load or look at who asks, or one of them is wrong.",
    reference: "RFC 1034 4.3.5",
    fix: "Nothing, if it is meant so.",
  },
  "dns.serials_differ": {
    severity: "warning",
    message: "The zone's servers have different versions of the zone: {subject}.",
    reference: "RFC 1034 4.3.5",
    fix: "If this lasts for longer than the SOA's refresh, check that the secondaries can transfer the zone.",
  },
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
  "dns.cname_at_apex": {
    severity: "error",
    message: "{subject} is a zone and has a CNAME: it hides the zone's own SOA and NS records.",
    reference: "RFC 1034 3.6.2",
    fix: "Replace the CNAME with address records, or use your provider's ALIAS or flattening.",
  },
  "dns.one_network": {
    severity: "notice",
    message: "All name servers are in one network, {subject}: when it fails, the domain is gone.",
    reference: "RFC 2182 3.1",
    fix: "Put a name server into another network.",
  },
  "dns.null_mx_with_others": {
    severity: "error",
    message: "{subject} says that it takes no mail (null MX), and names mail servers beside that.",
    reference: "RFC 7505 3",
    fix: "Remove the null MX `0 .`, or all other MX records.",
  },
  "dns.null_mx_preference": {
    severity: "notice",
    message: "The null MX of {subject} has a preference other than 0; not everybody takes it for one.",
    reference: "RFC 7505 3",
    fix: "Write it as `0 .`.",
  },
  "dns.mx_is_address": {
    severity: "error",
    message: "The MX of {subject} is an IP address; it must be the name of a host.",
    reference: "RFC 5321 5.1",
    fix: "Give the mail server a name with an A or AAAA record, and put that name into the MX.",
  },
  "dns.mx_is_alias": {
    severity: "warning",
    message: "The mail server {subject} of the MX is an alias (CNAME); some senders refuse that.",
    reference: "RFC 2181 10.3",
    fix: "Put the name that {subject} stands for into the MX.",
  },
  "dns.mx_without_address": {
    severity: "error",
    message: "The mail server {subject} of the MX has no address: no mail can reach it.",
    reference: "RFC 5321 5.1",
    fix: "Give {subject} an A or AAAA record, or remove it from the MX.",
  },
  "dns.mx_unresolved": {
    severity: "error",
    message:
      "The address of the mail server {subject} of the MX cannot be found out (SERVFAIL): the zone that its name lies in does not work.",
    reference: "RFC 5321 5.1",
    fix: "Repair the zone of {subject}, or name a mail server in a zone that works.",
  },
  "dns.mx_private": {
    severity: "error",
    message: "The mail server {subject} has an address that is not public: no mail can reach it.",
    reference: "RFC 1918 5",
    fix: "Give the mail server a public address, or remove it from the MX.",
  },
  "dns.ns_without_address": {
    severity: "error",
    message:
      "The name server {subject} has no address: resolvers cannot ask it. Where its name can be registered, its new owner answers for the zone.",
    reference: "RFC 1912 2.8",
    fix: "Give {subject} an address, or remove it from the zone and at the registrar.",
  },
  "dns.ns_unresolved": {
    severity: "error",
    message:
      "The address of the name server {subject} cannot be found out (SERVFAIL): the zone that its name lies in does not work, or depends on this one.",
    reference: "RFC 1912 2.8",
    fix: "Repair the zone of {subject}, or name servers in a zone that works.",
  },
  "dns.no_own_ns": {
    severity: "error",
    message: "{subject} has no NS records of its own: its delegation at the parent alone names its servers.",
    reference: "RFC 1034 4.2.1",
    fix: "Publish in the zone the same NS records as the parent has.",
  },
  "dns.ns_is_alias": {
    severity: "error",
    message: "The name server {subject} is an alias (CNAME); resolvers need not follow it.",
    reference: "RFC 2181 10.3",
    fix: "Name the server by the name that {subject} stands for.",
  },
  "dns.several_spf": {
    severity: "error",
    message: "{subject} has more than one SPF record: receivers take that as a permanent error.",
    reference: "RFC 7208 4.5",
    fix: "Merge them into one TXT record that begins with v=spf1.",
  },
  "dns.ttl_zero": {
    severity: "notice",
    message: "{subject} has a TTL of 0: every resolver asks anew for every caller.",
    reference: "RFC 1035 3.2.1",
    fix: "Use 300 seconds or more, unless the record really changes by the second.",
  },
  "dns.ttl_differs": {
    severity: "warning",
    message: "The records of {subject} have different TTLs; they belong together and expire together.",
    reference: "RFC 2181 5.2",
    fix: "Give all records of the same name and type the same TTL.",
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
  "dns.no_server_answers": {
    severity: "critical",
    message: "None of the servers of {subject} gives a usable answer: the domain is down.",
    reference: "RFC 1034 4.1",
    fix: "See what is said of each server, and begin with the one that is easiest to bring back.",
  },
  "dns.only_resolver_answers": {
    severity: "error",
    message:
      "None of the servers of {subject} gives a usable answer, and still our resolver has one: from its cache, or because it overlooks what the servers do wrong.",
    reference: "RFC 1034 4.1",
    fix: "See what is said of each server: resolvers that are stricter, or have nothing in their cache, cannot answer.",
  },
  "dns.type_unanswered": {
    severity: "error",
    message: "None of the zone's servers gives a usable answer for {subject}.",
    reference: "RFC 1034 4.1",
    fix: "Look in the logs of the servers for questions of these types, and check the zone's records of them.",
  },
  "dns.server_partial": {
    severity: "notice",
    message: "The zone's server gave no usable answer for some types: {subject}.",
    reference: "RFC 1034 4.1",
    fix: "Check whether packets are lost on the way to it, and its software and firewall for these types.",
  },
  "dns.server_silent": {
    severity: "warning",
    message: "The zone's server {subject} gave no usable answer in time.",
    reference: "RFC 1034 4.1",
    fix: "Check the server, its firewall for UDP and TCP port 53, and the route to it.",
  },
  "dns.server_resets": {
    severity: "error",
    message:
      "The zone's server {subject} closes TCP connections without an answer: what does not fit into a UDP packet cannot be had from it.",
    reference: "RFC 7766 5",
    fix: "Have the server, and the firewall before it, answer over TCP on port 53.",
  },
  "dns.server_unreachable": {
    severity: "warning",
    message:
      "The zone's server {subject} cannot be reached: its port 53 is closed, or the network has no way to it.",
    reference: "RFC 1034 4.1",
    fix: "Start the server, open UDP and TCP port 53, and check the route to it.",
  },
  "dns.server_lame": {
    severity: "error",
    message: "The zone's server {subject} is named for the zone, but does not answer as an authority for it.",
    reference: "RFC 1912 2.8",
    fix: "Load the zone on {subject}, or remove the server from the delegation.",
  },
  "dns.server_malformed": {
    severity: "error",
    message: "The zone's server {subject} gives answers that break the protocol: resolvers cannot use them.",
    reference: "RFC 1035 4",
    fix: "Look at the software of {subject}, and at what changes DNS on the way to it (middleboxes, load balancers).",
  },
  "dns.server_private": {
    severity: "error",
    message: "The zone's server {subject} has an address that is not public, so the world cannot ask it.",
    reference: "RFC 1918 5",
    fix: "Give the server a public address, or remove it from the delegation.",
  },
  "dns.dnssec_bogus": {
    severity: "critical",
    message:
      "The DNSSEC signatures of {subject} do not verify: for everybody whose resolver checks them it does not exist.",
    reference: "RFC 4035 5.5",
    fix: "Check that signatures are current and that the DS at the parent matches a DNSKEY of the zone; or remove the DS.",
  },
  "dns.servfail": {
    severity: "error",
    message:
      "Resolvers cannot answer for {subject} (SERVFAIL): its servers fail, or their answers make no sense.",
    reference: "RFC 1035 4.1.1",
    fix: "Check that the zone's servers answer, and that the DS at the parent matches the zone's DNSKEY.",
  },
  "dns.resolver_filters": {
    severity: "info",
    message: "Our resolver filters {subject} and says so: its answer shows nothing of the zone.",
    reference: "RFC 8914 4",
    fix: "Ask without `type`, which asks the zone's own servers.",
  },
  "dns.no_own_soa": {
    severity: "error",
    message:
      "{subject} has no SOA record: resolvers cannot remember what it does not have, and secondaries cannot fetch it.",
    reference: "RFC 1035 5.2",
    fix: "Publish one SOA record at the zone's apex.",
  },
  "dns.ns_bogus": {
    severity: "error",
    message:
      "The address of the name server {subject} does not validate (DNSSEC): resolvers that look it up and check it cannot use that server.",
    reference: "RFC 4035 5.5",
    fix: "Repair DNSSEC in the zone of {subject}, or name servers in a zone that works.",
  },
  "dns.ns_one_address": {
    severity: "warning",
    message: "Name servers have the same address, and are one server: {subject}.",
    reference: "RFC 2182 5",
    fix: "Give each name server an address, a machine and a network of its own.",
  },
  "dns.servers_ipv6_only": {
    severity: "warning",
    message: "No name server of {subject} has an IPv4 address: resolvers without IPv6 cannot ask it.",
    reference: "RFC 3901 3",
    fix: "Add a name server that has an IPv4 address.",
  },
  "dns.server_no_tcp": {
    severity: "warning",
    message:
      "The zone's server {subject} answers over UDP and takes no TCP connection: answers that are too long for UDP cannot be had from it.",
    reference: "RFC 7766 5",
    fix: "Have the server listen on TCP port 53, and let it through the firewall.",
  },
  "dns.server_no_edns": {
    severity: "warning",
    message:
      "Servers of the zone do not speak EDNS: {subject}. They cannot give DNSSEC signatures, and resolvers must ask them twice.",
    reference: "RFC 6891 7",
    fix: "Update the server's software, or what changes DNS on the way to it (firewall, load balancer).",
  },
  "dns.ttl_differs_by_server": {
    severity: "notice",
    message:
      "The zone's servers give the same records with different TTLs: {subject}. They have different versions of the zone, or some give what they have in a cache.",
    reference: "RFC 2181 5.2",
    fix: "Bring all servers to the same version of the zone; nothing, if your provider looks these records up elsewhere (ALIAS, flattening).",
  },
  "dns.soa_timers": {
    severity: "notice",
    message: "Timers in the SOA of {subject}: they contradict each other, or are far from what is usual.",
    reference: "RFC 1912 2.2",
    fix: "Usual are 86400 for refresh, 7200 for retry, 3600000 for expire and 3600 for minimum (RIPE-203, RFC 2308).",
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
