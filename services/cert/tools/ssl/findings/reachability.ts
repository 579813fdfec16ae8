import type { FindingTable } from "@dnstools/core/tool/finding";
import { DIALED, DIALOGUE } from "./texts.ts";

const FIREWALL =
  "Check that the server runs and that its firewall allows connections to this port, or remove the address from DNS.";

/** Findings about servers that could not be reached or did not establish TLS, by code. */
export const REACHABILITY_FINDINGS = {
  "ssl.unreachable": {
    severity: "warning",
    message: "{subject} could not be reached: the connection was refused or not answered.",
    reference: null,
    fix: FIREWALL,
    meaning:
      "Clients that try this address wait or fail before they try another address. Nothing is known about its certificate.",
    found: DIALED,
  },
  "ssl.nothing_listens": {
    severity: "error",
    message: "{subject} refuses connections: nothing listens on the port.",
    reference: null,
    fix: FIREWALL,
    meaning:
      "All addresses refuse the connection, so the service is down for everyone or is not offered on this port.",
    found: DIALED,
  },
  "ssl.silent": {
    severity: "warning",
    message: "{subject} accepted the connection but did not answer in time.",
    reference: null,
    fix: "Check whether the server is overloaded, or delays unknown clients on purpose (tarpit).",
    meaning: "Clients wait until their own time limit and then fail. Nothing is known about the certificate.",
    found: DIALED,
  },
  "ssl.no_tls": {
    severity: "error",
    message: "{subject} was reached, but no TLS connection was established.",
    reference: null,
    fix: "Check what listens on the port: it must speak TLS at once, or accept STARTTLS. `reachability` in the answer has the TLS alert and the reply of the server.",
    meaning:
      "The server answers with something that is not TLS, ends the handshake with an alert, or refuses STARTTLS. Clients cannot connect.",
    found: DIALED,
  },
  "ssl.no_common_tls": {
    severity: "warning",
    message:
      "{subject} supports TLS, but none of this API's handshakes succeeded, so its certificate was not seen.",
    reference: "RFC 9325 4.2",
    fix: "Enable TLS 1.3, and TLS 1.2 with ECDHE and AES-GCM, which all current clients support.",
    meaning:
      "The server may support only what the TLS library of this API does not have, such as pre-shared keys or rare groups. Whether other clients can connect is unknown.",
    found:
      "A handshake and then a hello that offers all versions and ciphers were tried; both ended without a certificate (`reachability` in the answer names the alert or the error).",
  },
  "ssl.tls_at_once": {
    severity: "error",
    message:
      "{subject} expects TLS at once, where clients expect a greeting in plain text and STARTTLS: clients wait without result.",
    reference: "RFC 8314 3.3",
    fix: "Serve implicit TLS on its own port (465, 993 or 995), and STARTTLS on this port.",
    meaning: "Client and server wait for each other until one gives up. Mail programs report a timeout.",
    found: "No greeting comes in plain text, and a TLS handshake on the same port succeeds.",
  },
  "ssl.broken_off": {
    severity: "warning",
    message: "{subject} closed the connection before TLS was established.",
    reference: null,
    fix: "Read the log of the server: it may crash, or a filter on the way may reject this client.",
    meaning:
      "Either the server fails for all clients, or something blocks this API's address. Nothing is known about the certificate.",
    found: DIALED,
  },
  "ssl.turned_away": {
    severity: "notice",
    message: "{subject} refused to serve this API before TLS. This shows nothing about other clients.",
    reference: null,
    fix: "Try again later or test from another network; `reachability` has the reply of the server.",
    meaning:
      "The server limits connections, defers unknown clients, or has this API's address on a blocklist. Nothing is known about the certificate.",
    found: DIALOGUE,
  },
  "ssl.not_public": {
    severity: "warning",
    message: "{subject} has an address that is not public: nothing was sent to it.",
    reference: "RFC 6890",
    fix: "Remove the address from the public DNS.",
    meaning:
      "Clients on the Internet cannot reach the address. In a foreign network it may belong to another machine.",
    found: "The A and AAAA records of the host are compared with the special-purpose registries of IANA.",
  },
  "ssl.no_starttls": {
    severity: "error",
    message: "{subject} offers no STARTTLS: mail and passwords are sent unencrypted.",
    reference: "RFC 3207 4",
    fix: "Install a certificate on the server and enable STARTTLS.",
    meaning:
      "Everything that clients and sending servers transmit can be read and changed on the way. Some senders require TLS and do not deliver.",
    found: `${DIALOGUE} STARTTLS is not among the capabilities of the server.`,
  },
  "ssl.plaintext_injected": {
    severity: "critical",
    message:
      "{subject} sends plain text after it agreed to start TLS: an attacker in between can put commands into the encrypted session.",
    reference: "RFC 3207 6",
    fix: "Update the mail server: it must discard everything that it received before TLS began.",
    meaning:
      "The server keeps reading unencrypted input across the start of TLS (CVE-2011-0411 and similar). Mail and passwords can be stolen.",
    found: `${DIALOGUE} The server sends more text after its reply to STARTTLS.`,
  },
  "ssl.preauth": {
    severity: "error",
    message: "{subject} treats clients as logged in from the start (PREAUTH), so TLS cannot be started.",
    reference: "RFC 9051 7.1.4",
    fix: "Do not offer PREAUTH to the network.",
    meaning:
      "IMAP allows STARTTLS only before login. The session stays unencrypted, and an attacker can use PREAUTH to prevent TLS.",
    found: DIALOGUE,
  },
  "ssl.auth_in_clear": {
    severity: "error",
    message: "{subject} offers login before TLS: passwords can be read on the way.",
    reference: "RFC 8314 4.1",
    fix: "Offer login only after STARTTLS.",
    meaning: "A mail program that is not set to require TLS sends its password unencrypted.",
    found: `${DIALOGUE} The capabilities before TLS include a login with a password.`,
  },
  "ssl.opportunistic": {
    severity: "info",
    message:
      "Most mail servers deliver to {subject} without a check of the certificate; servers that check (MTA-STS, DANE) do not deliver.",
    reference: "RFC 7435 4",
    fix: null,
    meaning:
      "Between mail servers TLS is usually opportunistic. A bad certificate stops only senders that require a good one; mail from other senders is not protected from an attacker on the network path.",
    found: "The certificate of a mail exchanger failed a verdict, and no TLSA record confirms it.",
  },
} as const satisfies FindingTable;
