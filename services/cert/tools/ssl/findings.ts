import type { FindingTable } from "@dnstools/core/tool/finding";

const CHAIN_FIX = "Have the server send its own certificate first, then each one's issuer, without the root.";
const REISSUE = "Have the authority issue a new one, and install it.";

/** All that `ssl` may find, in one closed table: data, and so longer than a room of code. */
export const FINDINGS = {
  "ssl.expired": {
    severity: "critical",
    message: "The certificate of {subject} has expired.",
    reference: "RFC 5280 4.1.2.5",
    fix: "Renew it, install it, and see why the renewal did not happen by itself.",
  },
  "ssl.not_yet_valid": {
    severity: "critical",
    message: "The certificate of {subject} is not valid yet.",
    reference: "RFC 5280 4.1.2.5",
    fix: "Install it when its time has come, or correct the clock of who issued it.",
  },
  "ssl.expires_now": {
    severity: "error",
    message: "The certificate of {subject} expires within a tenth of its life, or a week.",
    reference: null,
    fix: "Renew it today: automatic renewal is overdue.",
  },
  "ssl.expires_soon": {
    severity: "warning",
    message:
      "The certificate of {subject} has less than a quarter of its life left, and no more than a month.",
    reference: null,
    fix: "See whether its renewal works: it should have happened.",
  },
  "ssl.host_mismatch": {
    severity: "critical",
    message: "The certificate of {subject} is for other names.",
    reference: "RFC 9525 6",
    fix: "Install a certificate that has this name among its subject alternative names.",
  },
  "ssl.no_names": {
    severity: "critical",
    message: "The certificate of {subject} names no host (subjectAltName); the common name does not count.",
    reference: "RFC 9525 2",
    fix: "Have it issued again with the names in subjectAltName.",
  },
  "ssl.self_signed": {
    severity: "error",
    message: "The certificate of {subject} is signed by itself: nobody vouches for it.",
    reference: "RFC 5280 6.1",
    fix: "Install one of an authority that clients trust; there are some that cost nothing.",
  },
  "ssl.unknown_ca": {
    severity: "error",
    message: "The certificate of {subject} leads to an authority that is not in the trust store.",
    reference: "RFC 5280 6.1",
    fix: "Install one of an authority that clients trust, or have all clients trust this one.",
  },
  "ssl.issuer_not_found": {
    severity: "error",
    message: "The issuer of what {subject} sends was neither sent nor is it trusted.",
    reference: "RFC 8446 4.4.2",
    fix: CHAIN_FIX,
  },
  "ssl.chain_incomplete": {
    severity: "error",
    message:
      "{subject} does not send the intermediate certificate: clients that do not fetch it themselves refuse the connection.",
    reference: "RFC 8446 4.4.2",
    fix: CHAIN_FIX,
  },
  "ssl.chain_order": {
    severity: "notice",
    message:
      "The certificates of {subject} are not in order: old clients need each to follow the one it signed.",
    reference: "RFC 5246 7.4.2",
    fix: CHAIN_FIX,
  },
  "ssl.chain_duplicate": {
    severity: "notice",
    message: "{subject} sends a certificate more than once.",
    reference: "RFC 5246 7.4.2",
    fix: CHAIN_FIX,
  },
  "ssl.chain_unrelated": {
    severity: "notice",
    message: "{subject} sends certificates that have nothing to do with its own.",
    reference: "RFC 5246 7.4.2",
    fix: CHAIN_FIX,
  },
  "ssl.root_sent": {
    severity: "info",
    message: "{subject} sends the root certificate, which clients have or do not trust: bytes for nothing.",
    reference: "RFC 8446 4.4.2",
    fix: "Leave the root out.",
  },
  "ssl.path_signature": {
    severity: "critical",
    message: "A signature in the chain of {subject} is not its issuer's.",
    reference: "RFC 5280 6.1.3",
    fix: REISSUE,
  },
  "ssl.path_dates": {
    severity: "error",
    message: "An authority's certificate on the way from {subject} to the root is not valid now.",
    reference: "RFC 5280 6.1.3",
    fix: "Have the server send the authority's current intermediate certificate.",
  },
  "ssl.path_authority": {
    severity: "critical",
    message: "A certificate on the way from {subject} to the root may not issue others.",
    reference: "RFC 5280 6.1.4",
    fix: REISSUE,
  },
  "ssl.path_usage": {
    severity: "error",
    message: "A certificate in the chain of {subject} is not for TLS servers.",
    reference: "RFC 5280 4.2.1.12",
    fix: REISSUE,
  },
  "ssl.path_names": {
    severity: "error",
    message: "The authority above {subject} may not issue for its names (name constraints).",
    reference: "RFC 5280 4.2.1.10",
    fix: REISSUE,
  },
  "ssl.path_extension": {
    severity: "error",
    message:
      "A certificate in the chain of {subject} has a critical extension that nobody knows, or one that cannot be read.",
    reference: "RFC 5280 4.2",
    fix: REISSUE,
  },
  "ssl.path_unchecked": {
    severity: "notice",
    message: "Something in the chain of {subject} cannot be checked here: `path` says what.",
    reference: null,
    fix: "Check it with `openssl verify`.",
  },
  "ssl.weak_signature": {
    severity: "error",
    message: "A certificate in the chain of {subject} is signed with MD5 or SHA-1: clients refuse it.",
    reference: "RFC 9155",
    fix: REISSUE,
  },
  "ssl.weak_key": {
    severity: "error",
    message: "A key in the chain of {subject} is too short: clients refuse it.",
    reference: "RFC 9325 4.5",
    fix: "Make a new key, RSA of 2048 bits or EC P-256, and have a certificate issued for it.",
  },
  "ssl.lifetime": {
    severity: "error",
    message:
      "The certificate of {subject} is valid for longer than a public authority may issue: browsers refuse it.",
    reference: null,
    fix: REISSUE,
  },
  "ssl.broken_key": {
    severity: "critical",
    message: "A key in the chain of {subject} is so short that it can be broken: clients refuse it.",
    reference: "RFC 9325 4.5",
    fix: "Make a new key, RSA of 2048 bits or EC P-256, and have a certificate issued for it.",
  },
  "ssl.key_type": {
    severity: "error",
    message: "The key of {subject} is of a kind that no current browser takes: they refuse the connection.",
    reference: null,
    fix: "Make a new key, EC P-256 or RSA of 2048 bits, and have a certificate issued for it.",
  },
  "ssl.old_protocol": {
    severity: "error",
    message: "{subject} speaks no newer TLS than 1.0 or 1.1: clients of today refuse it.",
    reference: "RFC 8996",
    fix: "Enable TLS 1.2 and 1.3.",
  },
  "ssl.old_protocol_mail": {
    severity: "warning",
    message:
      "{subject} speaks no newer TLS than 1.0 or 1.1: some mail servers deliver in plain text instead.",
    reference: "RFC 8996",
    fix: "Enable TLS 1.2 and 1.3.",
  },
  "ssl.old_protocol_offered": {
    severity: "notice",
    message: "{subject} still takes TLS 1.1 or older beside a current version.",
    reference: "RFC 8996",
    fix: "Turn off what is older than TLS 1.2: no client of today needs it.",
  },
  "ssl.no_current_cipher": {
    severity: "error",
    message: "{subject} takes no cipher that current browsers have: they refuse it.",
    reference: "RFC 9325 4.2",
    fix: "Enable TLS 1.3, and in TLS 1.2 ECDHE with AES-GCM.",
  },
  "ssl.handshake_failed": {
    severity: "warning",
    message: "{subject} showed its certificate, and no handshake came about (`reachability` has the reason).",
    reference: null,
    fix: "Read `verdicts.protocol`: a certificate whose keyUsage does not fit the cipher is one such reason.",
  },
  "ssl.uncommon_cipher": {
    severity: "warning",
    message: "{subject} chooses a cipher that no current browser has, though theirs are offered.",
    reference: "RFC 9325 4.2",
    fix: "Enable TLS 1.3, and in TLS 1.2 ECDHE with AES-GCM.",
  },
  "ssl.weak_cipher": {
    severity: "warning",
    message: "{subject} chooses a broken cipher though better ones are offered.",
    reference: "RFC 9325 4.1",
    fix: "Turn off RC4, 3DES, DES, export and NULL ciphers.",
  },
  "ssl.weak_cipher_offered": {
    severity: "notice",
    message: "{subject} takes a broken cipher from a client that has no better (`more.weakCipher`).",
    reference: "RFC 9325 4.1",
    fix: "Turn off RC4, 3DES, DES, export and NULL ciphers.",
  },
  "ssl.no_forward_secrecy": {
    severity: "warning",
    message:
      "{subject} chooses a cipher without forward secrecy: what is recorded can be read by who gets the key later.",
    reference: "RFC 9325 4.1",
    fix: "Enable TLS 1.3, or ECDHE ciphers, and prefer them.",
  },
  "ssl.second_certificate": {
    severity: "error",
    message:
      "{subject} shows clients that take RSA alone another certificate, and that one is not good (`more.rsa`).",
    reference: null,
    fix: "Renew and install both certificates together, or leave the RSA one out.",
  },
  "ssl.revoked": {
    severity: "critical",
    message: "The certificate of {subject} is revoked: browsers refuse it.",
    reference: "RFC 5280 5.3.1",
    fix: "Have a new one issued, with a new key if the old one was compromised, and install it.",
  },
  "ssl.revocation_unknown": {
    severity: "notice",
    message:
      "Whether the certificate of {subject} is revoked cannot be told: its list cannot be believed, or is not there.",
    reference: "RFC 5280 6.3.3",
    fix: "Tell its authority; `certificates` has the list and the reason.",
  },
  "ssl.must_staple_missing": {
    severity: "error",
    message:
      "The certificate of {subject} asks for a stapled OCSP answer, and the server sends none: clients that keep to it refuse it.",
    reference: "RFC 7633 4.3",
    fix: "Turn OCSP stapling on, or have a certificate issued without: authorities give up OCSP.",
  },
  "ssl.staple_broken": {
    severity: "error",
    message:
      "The OCSP answer that {subject} staples does not hold (`more.stapling`): some clients refuse it.",
    reference: "RFC 6960 3.2",
    fix: "See why the server does not fetch a new one, or turn stapling off.",
  },
  "ssl.no_timestamps": {
    severity: "error",
    message: "The certificate of {subject} has no signed timestamps of logs: browsers refuse it.",
    reference: "RFC 9162 7.1",
    fix: REISSUE,
  },
  "ssl.caa_not_allowed": {
    severity: "warning",
    message:
      "The CAA records for {subject} do not name the authority of its certificate: it will not be renewed.",
    reference: "RFC 8659 4.2",
    fix: "Add an issue record with the authority's name, or have another authority issue the next one.",
  },
  "ssl.client_certificate": {
    severity: "notice",
    message: "{subject} asks clients for a certificate: browsers ask their users for one.",
    reference: "RFC 8446 4.3.2",
    fix: "Ask for one only where one is needed.",
  },
  "ssl.no_hsts": {
    severity: "info",
    message: "{subject} does not tell browsers to use HTTPS alone (Strict-Transport-Security).",
    reference: "RFC 6797 7.1",
    fix: "Send Strict-Transport-Security over HTTPS, with a short max-age first.",
  },
  "ssl.no_redirect": {
    severity: "notice",
    message: "{subject} answers at port 80 without sending browsers to HTTPS.",
    reference: "RFC 6797 7.2",
    fix: "Redirect all of it to the same name with https.",
  },
  "ssl.mx_alias": {
    severity: "warning",
    message:
      "The MX record names {subject}, which is an alias (CNAME): an MX must name a host with addresses of its own.",
    reference: "RFC 2181 10.3",
    fix: "Name the host at the end of the alias.",
  },
  "ssl.addresses_differ": {
    severity: "warning",
    message: "The addresses of {subject} show different certificates that do not all come to the same.",
    reference: null,
    fix: "Install the same certificate at all of them.",
  },
  "ssl.unreachable": {
    severity: "warning",
    message: "{subject} could not be reached: nothing listens there, or no answer came.",
    reference: null,
    fix: "See whether the server runs and its firewall lets this port in, or take the address out of DNS.",
  },
  "ssl.silent": {
    severity: "warning",
    message: "{subject} took the connection and did not answer in time.",
    reference: null,
    fix: "See whether the server is overloaded, or makes strangers wait on purpose (tarpit).",
  },
  "ssl.no_tls": {
    severity: "error",
    message: "{subject} was reached, and did not come to TLS.",
    reference: null,
    fix: "Read `reachability`: it tells how far it came, and what the server said.",
  },
  "ssl.no_common_tls": {
    severity: "warning",
    message:
      "{subject} speaks TLS, and no handshake came about with what is tried here (`reachability` names the alert or the error): its certificate was not seen.",
    reference: "RFC 9325 4.2",
    fix: "Enable TLS 1.3, and TLS 1.2 with ECDHE and AES-GCM, which all clients of today have.",
  },
  "ssl.tls_at_once": {
    severity: "error",
    message: "{subject} speaks TLS at once, where clients expect plain text and STARTTLS: they wait in vain.",
    reference: "RFC 8314 3.3",
    fix: "Serve TLS at once at the port for it (465, 993 or 995), and STARTTLS at this one.",
  },
  "ssl.broken_off": {
    severity: "warning",
    message: "{subject} broke the connection off before TLS had come about.",
    reference: null,
    fix: "See the server's log for it: it may crash, or a filter between may dislike who asks.",
  },
  "ssl.turned_away": {
    severity: "notice",
    message: "{subject} turned us away before TLS. That says nothing about what it offers others.",
    reference: null,
    fix: "Try again later, or look from elsewhere; `reachability` has the server's words.",
  },
  "ssl.too_large": {
    severity: "warning",
    message: "{subject} sends more than is read: of certificates most clients take 100 KB.",
    reference: null,
    fix: "Have fewer names in one certificate, and send what is needed of the chain alone.",
  },
  "ssl.not_public": {
    severity: "warning",
    message: "{subject} has an address that is not public: nothing was sent there.",
    reference: null,
    fix: "Take the address out of the public DNS.",
  },
  "ssl.no_starttls": {
    severity: "error",
    message: "{subject} offers no STARTTLS: what goes there can be read on the way.",
    reference: "RFC 3207 4",
    fix: "Give the server a certificate and enable STARTTLS.",
  },
  "ssl.plaintext_injected": {
    severity: "critical",
    message:
      "{subject} sent plain text behind its go-ahead for TLS: whoever sits between can put commands into the secured session.",
    reference: "RFC 3207 6",
    fix: "Update the mail server: it must drop what was read before TLS began.",
  },
  "ssl.preauth": {
    severity: "error",
    message: "{subject} takes clients for logged in at once (PREAUTH), and then TLS cannot be started.",
    reference: "RFC 9051 7.1.4",
    fix: "Do not offer PREAUTH to the network.",
  },
  "ssl.auth_in_clear": {
    severity: "error",
    message: "{subject} offers to log in before TLS: passwords can be read on the way.",
    reference: "RFC 8314 4.1",
    fix: "Offer AUTH after STARTTLS alone.",
  },
  "ssl.opportunistic": {
    severity: "info",
    message:
      "Most mail servers deliver to {subject} all the same, without looking at the certificate; those that check (MTA-STS, DANE) do not.",
    reference: "RFC 7435 4",
    fix: null,
  },
  "ssl.dane_mismatch": {
    severity: "critical",
    message: "No TLSA record of {subject} fits what it shows: senders that check DANE do not deliver.",
    reference: "RFC 7672 2.2",
    fix: "Publish a TLSA record of the certificate that is shown, and keep the old one for a TTL when you change it.",
  },
  "ssl.dane_mismatch_elsewhere": {
    severity: "warning",
    message: "No TLSA record of {subject} fits what it shows: the few clients that look at them refuse it.",
    reference: "RFC 6698 4",
    fix: "Publish a TLSA record of the certificate that is shown, or take the records out.",
  },
  "ssl.dane_unusable": {
    severity: "warning",
    message: "The TLSA records of {subject} are none to go by.",
    reference: "RFC 7672 3.1.3",
    fix: "Publish `3 1 1` with the SHA-256 of the server's public key.",
  },
  "ssl.dane_insecure": {
    severity: "notice",
    message: "{subject} has TLSA records, but DNSSEC does not prove them, so nobody goes by them.",
    reference: "RFC 6698 4.1",
    fix: "Sign the zone, or take them out.",
  },
  "ssl.must_staple": {
    severity: "notice",
    message:
      "The certificate of {subject} asks for a stapled OCSP answer; whether the server sends one was not looked at.",
    reference: "RFC 7633 4.3",
    fix: "See with `openssl s_client -status`; authorities give up OCSP, so have the next one issued without.",
  },
  "ssl.no_mail": {
    severity: "info",
    message: "{subject} says that it takes no mail (null MX).",
    reference: "RFC 7505 3",
    fix: null,
  },
  "ssl.not_offered": {
    severity: "info",
    message: "{subject} says that the service is not offered.",
    reference: "RFC 6186 3.4",
    fix: null,
  },
  "ssl.no_server": {
    severity: "notice",
    message: "No server of {subject} was found for the service.",
    reference: null,
    fix: "Send the server's own name as host, or publish SRV records, which mail clients look for.",
  },
  "ssl.no_address": {
    severity: "error",
    message: "{subject} has no address.",
    reference: null,
    fix: "Give it an address record, or take it out of the records that name it.",
  },
  "ssl.addresses_unknown": {
    severity: "warning",
    message: "The addresses of {subject} could not be found out, or not all of them.",
    reference: null,
    fix: "Ask /api/v1/dns about the name: it tells which of its servers fail.",
  },
  "ssl.guessed": {
    severity: "notice",
    message: "No SRV record names a server of {subject}: those shown were found by their usual names.",
    reference: "RFC 6186 3.4",
    fix: "Publish SRV records, so that clients find the servers.",
  },
  "ssl.not_a_host": {
    severity: "error",
    message: "A record names {subject} as a server, which is no host name; it was not asked.",
    reference: "RFC 5321 5.1",
    fix: "Have the record name a host, and that have address records.",
  },
  "ssl.unreadable": {
    severity: "error",
    message: "The certificate of {subject} cannot be read.",
    reference: "RFC 5280 4.1",
    fix: "Look at it with `openssl x509 -text`, and have it issued again.",
  },
  "ssl.port_not_allowed": {
    severity: "warning",
    message: "The record for {subject} names a port that is none of such a service; it was not asked.",
    reference: null,
    fix: "Use the service's own port.",
  },
  "ssl.not_all": {
    severity: "notice",
    message: "There are more servers or addresses than are looked at in one call: {subject} were left out.",
    reference: null,
    fix: "Send single servers as host.",
  },
} as const satisfies FindingTable;
