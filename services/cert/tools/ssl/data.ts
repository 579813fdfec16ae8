import { CAA_FAULTS } from "@dnstools/core/protocol/caa";
import { TLS_STAGES } from "@dnstools/core/tls";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";
import { CertificateData, Link, Sent } from "./data/certificate.ts";
import { count, fingerprint, list, orNull, reason, text, time } from "./data/fields.ts";
import { More, Web } from "./data/more.ts";
import { SOURCES } from "./observations.ts";
import { SERVICE_NAMES } from "./services.ts";

const Reachability = Type.Object({
  status: enumeration(
    ["ok", "no_starttls", "failed", "unknown"],
    "`ok`: TLS was established; `no_starttls`: the server does not offer STARTTLS; `failed`: the server refused the connection, or did not " +
      "establish TLS; `unknown`: this could not be determined.",
  ),
  stage: enumeration(TLS_STAGES, "Last stage that the connection reached."),
  reason: reason("Reason why the connection went no further."),
  detail: text("Name of a TLS alert or error, or the server's reply."),
  connectMs: nullable(Type.Number({ description: "Time to establish the TCP connection, in milliseconds." })),
  greeting: orNull("Greeting of a mail server before TLS."),
  capabilities: nullable(list("Capabilities that a mail server offered before TLS.")),
});

const Tls = Type.Object({
  finished: Type.Boolean({
    description:
      "True if a handshake was finished. Otherwise this API does not support the server's cipher or group, and the values were read from the server's first " +
      "messages, which do not prove that the server has the private key.",
  }),
  serverName: orNull("Server name that was sent (SNI); null for an address."),
  version: text("Version of the TLS protocol."),
  cipher: text("Cipher suite by its IANA name."),
  group: orNull("Group of the key exchange; null if it is not known."),
  alpn: orNull("Application protocol that the server chose (ALPN)."),
  handshakeMs: Type.Number({
    description: "Duration of the TLS handshake, without the TCP connection, in milliseconds.",
  }),
});

const Dane = Type.Object({
  status: enumeration(
    ["pass", "fail", "unusable", "insecure", "absent", "unknown"],
    "`unusable`: clients cannot use any of the records; `insecure`: the records are not protected by DNSSEC, so they do not count.",
  ),
  reason: nullable(Type.String({ description: "Reason why the status is unknown, or what does not match." })),
  detail: text("Explanation of the status in a sentence."),
  name: orNull("Name of the TLSA records."),
  records: Type.Array(
    Type.Object({
      usage: count("Certificate usage: 0 PKIX-TA, 1 PKIX-EE, 2 DANE-TA, 3 DANE-EE."),
      selector: count("Selector: 0 the full certificate, 1 its public key."),
      matchingType: count("Matching type: 0 exact data, 1 SHA-256, 2 SHA-512."),
      data: text("Data of the record, in hexadecimal."),
      matches: nullable(
        Type.Boolean({
          description: "True if the record matches; null if there was no certificate to compare with.",
        }),
      ),
      unusable: nullable(
        enumeration(
          ["usage", "selector", "matching_type", "length"],
          "Field that makes the record unusable for clients.",
        ),
      ),
    }),
  ),
});

const Aia = Type.Object({
  status: enumeration(
    ["pass", "fail", "unknown"],
    "Trust if missing issuers are fetched from the URLs in the certificates (AIA), as some clients do. `withAia` is null if the sent certificates " +
      "are sufficient.",
  ),
  reason: nullable(
    Type.String({ description: "Reason why the certificate is not trusted, or why that is unknown." }),
  ),
  fetched: Type.Array(
    Type.Object({
      url: text("URL from the certificate."),
      status: nullable(count("HTTP status of the response.")),
      certificates: nullable(count("Number of certificates in the file; null if it is unknown.")),
      reason: reason("Reason why the result of the fetch is unknown."),
    }),
  ),
  path: nullable(
    Type.Array(Link, {
      description: "Best path with the fetched certificates; null if no fetch was needed.",
    }),
  ),
});

const Server = Type.Object(
  {
    host: text("Host name or address of the server."),
    address: orNull("Address of the server; null if none is known."),
    port: count("TCP port."),
    service: enumeration(SERVICE_NAMES, "As asked."),
    source: enumeration(
      SOURCES,
      "How the server was found; `guess`: only by its usual name; `connect`: at the address in the call, not in DNS.",
    ),
    preference: nullable(count("Preference in the MX record, or priority in the SRV record.")),
    observedAt: time("Time of the check; for mail servers, it may be up to a minute ago."),
    reachability: Reachability,
    tls: nullable(Tls),
    chain: nullable(
      Type.Array(Sent, {
        description: "Certificates in the order in which the server sent them, at most 20.",
      }),
    ),
    chainTotal: nullable(count("Number of certificates that the server sent.")),
    path: nullable(
      Type.Array(Link, {
        description: "Best path from the server's certificate to a trust anchor.",
      }),
    ),
    verdicts: Type.Object(
      { validity: Verdict, host: Verdict, trust: Verdict, chain: Verdict, protocol: Verdict },
      {
        description:
          "Five independent verdicts. protocol: whether current clients support the version and cipher; validity: the certificate's own dates; host: whether the certificate is for this name; trust: based on the sent certificates and " +
          "the trust store, without the certificate's own dates; chain: whether the sent certificates are complete and in order.",
      },
    ),
    withAia: nullable(Aia),
    dane: Dane,
    more: nullable(More),
  },
  { title: "TlsServer" },
);

const Caa = Type.Object({
  host: text("Host that the CAA records apply to."),
  status: enumeration(
    ["ok", "absent", "unknown"],
    "`absent`: there are no CAA records, so any authority may issue.",
  ),
  reason: reason("Reason why CAA is unknown."),
  foundAt: orNull("Name with the records: the host or a name above it."),
  records: list("CAA records as dig prints them."),
  allows: nullable(
    enumeration(
      ["yes", "no", "unknown"],
      "Whether the issuer of the current certificates may issue the next one; `unknown`: this API does not know the issuer's name in CAA.",
    ),
  ),
  faults: Type.Array(
    enumeration(
      CAA_FAULTS,
      "critical_unknown: a critical property is unknown to authorities, so none may issue. tag_misspelt: authorities ignore a tag that differs little from a known one. issuer_invalid: a value is no name of an authority. iodef_invalid: the value of `iodef` is no URL. flags_reserved: a reserved flag is set.",
    ),
    { description: "Faults of the records." },
  ),
});

/** Schema of the `data` field in the ssl tool's answers. */
export const Data = Type.Object({
  name: text("Host or domain in the call."),
  service: enumeration(SERVICE_NAMES, "As asked."),
  servers: Type.Array(Server, {
    description: "One entry for each address; a host without an address has one entry with the reason.",
  }),
  discovery: Type.Object({
    status: enumeration(
      ["given", "found", "guessed", "not_offered", "absent", "unknown"],
      "`not_offered`: the domain's records declare that it does not offer the service; `absent`: no server was found.",
    ),
    reason: reason("Reason why the servers are unknown."),
    by: enumeration(SOURCES, "Source that names the servers."),
    asked: orNull("Name whose MX or SRV records were queried."),
    dropped: count("Number of servers and addresses that were left out because of the limits of one call."),
  }),
  summary: Type.Object(
    {
      // The verdict's status equals the status of the answer's `summary`, because judge/verdict.ts builds both.
      servers: count("Number of addresses that were checked."),
      reached: count("Number of addresses at which TLS was established."),
      good: count(
        "Number of addresses without an error finding, with all verdicts known, and with matching TLSA records if there are any.",
      ),
      verdict: Verdict,
      expiry: nullable(
        Type.Object(
          {
            at: time("Expiry time."),
            days: Type.Number({
              description: "Days until the expiry; below 0 if the certificate has expired.",
            }),
            sha256: fingerprint("SHA-256 of the certificate, as in `certificates`."),
            host: text("Host that shows the certificate."),
          },
          { description: "The certificate that expires first, including issuers on the path." },
        ),
      ),
      refusedBy: Type.Array(
        Type.Object({
          client: enumeration(
            ["browsers", "openssl"],
            "Client: current browsers, or OpenSSL 3 with its defaults.",
          ),
          servers: list("Refused hosts, with the address if not all addresses of the host are refused."),
          reasons: list("Reason codes, as in the verdicts."),
        }),
        { description: "Clients that refuse servers; empty if no client is known to refuse a server." },
      ),
      sentence: text("The first expiry, and which clients refuse servers and why, in one sentence."),
    },
    { description: "Overall result for all servers." },
  ),
  certificates: Type.Array(CertificateData, {
    description: "Every certificate in the answer, without duplicates.",
  }),
  web: nullable(Web),
  caa: Type.Array(Caa, { description: "Authorities that may issue certificates for each host (RFC 8659)." }),
  trustStore: Type.Object({
    source: text("Origin of the list of trusted authorities."),
    date: orNull(
      "Date of the file, or of the release that contains the list; the list is not newer than this date.",
    ),
    certificates: count("Number of trusted certificates."),
  }),
});
/** The `data` field of the ssl tool's answers. */
export type SslData = Static<typeof Data>;
/** Result for one server at one address. */
export type ServerData = SslData["servers"][number];
