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
    "`ok`: TLS came about; `no_starttls`: the server's own list has none; `failed`: it was reached, or refused, and did not " +
      "come to TLS; `unknown`: that could not be found out.",
  ),
  stage: enumeration(TLS_STAGES, "How far it came."),
  reason: reason("Why it came no further."),
  detail: text("Name of a TLS alert or error, or the server's own words."),
  connectMs: nullable(Type.Number({ description: "Milliseconds until TCP was connected." })),
  greeting: orNull("A mail server's, before TLS."),
  capabilities: nullable(list("What a mail server offered before TLS.")),
});

const Tls = Type.Object({
  finished: Type.Boolean({
    description:
      "Whether a handshake was finished. If not, nothing here has the cipher or group: what is told was read from the server's first " +
      "flight, which proves nothing of its key.",
  }),
  serverName: orNull("The name that was sent (SNI); null for an address."),
  version: text("Of the protocol."),
  cipher: text("As IANA names it."),
  group: orNull("Of the key exchange; null where it is not told."),
  alpn: orNull("The protocol within, as the server chose."),
  handshakeMs: Type.Number({ description: "Milliseconds of the handshake, without TCP." }),
});

const Dane = Type.Object({
  status: enumeration(
    ["pass", "fail", "unusable", "insecure", "absent", "unknown"],
    "`unusable`: no record is one to go by; `insecure`: DNS does not prove the records (no DNSSEC), so they do not count.",
  ),
  reason: nullable(Type.String({ description: "Why it is unknown, or what does not fit." })),
  detail: text("The same in a sentence."),
  name: orNull("Where the records are."),
  records: Type.Array(
    Type.Object({
      usage: count("0 PKIX-TA, 1 PKIX-EE, 2 DANE-TA, 3 DANE-EE."),
      selector: count("0 the certificate, 1 its key."),
      matchingType: count("0 as it is, 1 SHA-256, 2 SHA-512."),
      data: text("Hexadecimal."),
      matches: nullable(Type.Boolean({ description: "Null where there was nothing to compare with." })),
      unusable: nullable(
        enumeration(
          ["usage", "selector", "matching_type", "length"],
          "What makes it one that nobody goes by.",
        ),
      ),
    }),
  ),
});

const Aia = Type.Object({
  status: enumeration(
    ["pass", "fail", "unknown"],
    "Whether it is trusted with what certificates name as their issuer's (AIA), which some clients fetch. `withAia` is null where what " +
      "was sent needs nothing more.",
  ),
  reason: nullable(Type.String({ description: "Why not, or why it is unknown." })),
  fetched: Type.Array(
    Type.Object({
      url: text("As the certificate has it."),
      status: nullable(count("Of HTTP.")),
      certificates: nullable(count("In the file; null where that is unknown.")),
      reason: reason("Why it is unknown."),
    }),
  ),
  path: nullable(
    Type.Array(Link, { description: "The best way with what was fetched; null where none was needed." }),
  ),
});

const Server = Type.Object(
  {
    host: text("The name looked at, or the address."),
    address: orNull("Null where none is known."),
    port: count("TCP."),
    service: enumeration(SERVICE_NAMES, "As asked."),
    source: enumeration(
      SOURCES,
      "By what it was found; `guess`: by its usual name alone; `connect`: at the address that the call gives, and not at those of DNS.",
    ),
    preference: nullable(count("Of MX, or the priority of SRV.")),
    observedAt: time("When it was looked at: up to a minute ago for mail servers."),
    reachability: Reachability,
    tls: nullable(Tls),
    chain: nullable(Type.Array(Sent, { description: "As it was sent, in that order; the first 20." })),
    chainTotal: nullable(count("How many certificates were sent.")),
    path: nullable(
      Type.Array(Link, {
        description: "The best way from the server's certificate to a trust anchor that was built.",
      }),
    ),
    verdicts: Type.Object(
      { validity: Verdict, host: Verdict, trust: Verdict, chain: Verdict, protocol: Verdict },
      {
        description:
          "Each for itself. protocol: whether current clients have the version and cipher; validity: the certificate's own dates; host: whether it is for that name; trust: from what was sent and " +
          "the trust store, the dates of the certificate itself left to validity; chain: whether what was sent is complete and in order.",
      },
    ),
    withAia: nullable(Aia),
    dane: Dane,
    more: nullable(More),
  },
  { title: "TlsServer" },
);

const Caa = Type.Object({
  host: text("The host it holds for."),
  status: enumeration(["ok", "absent", "unknown"], "`absent`: any authority may issue."),
  reason: reason("Why it is unknown."),
  foundAt: orNull("The name that has the records: the host, or one above it."),
  records: list("As dig prints them."),
  allows: nullable(
    enumeration(
      ["yes", "no", "unknown"],
      "Whether the issuer of the certificates shown may issue the next one; `unknown`: its name in CAA is not known here.",
    ),
  ),
});

export const Data = Type.Object({
  name: text("The host or domain asked for."),
  service: enumeration(SERVICE_NAMES, "As asked."),
  servers: Type.Array(Server, {
    description: "One for each address; for a host without any, one that says why.",
  }),
  discovery: Type.Object({
    status: enumeration(
      ["given", "found", "guessed", "not_offered", "absent", "unknown"],
      "`not_offered`: the domain's records say that it has no such service; `absent`: no server was found.",
    ),
    reason: reason("Why it is unknown."),
    by: enumeration(SOURCES, "What names the servers."),
    asked: orNull("The name whose MX or SRV records were asked for."),
    dropped: count("Servers and addresses beyond what is looked at in one call."),
  }),
  summary: Type.Object(
    {
      // Its status is that of the answer's `summary`: judge/verdict.ts makes both.
      servers: count("Addresses looked at."),
      reached: count("Those that came to TLS."),
      good: count(
        "Those without an error among their findings, whose verdicts are all known, and whose TLSA records fit where there are any.",
      ),
      verdict: Verdict,
      expiry: nullable(
        Type.Object(
          {
            at: time("When."),
            days: Type.Number({ description: "Until then; below 0 when it is past." }),
            sha256: fingerprint("As in `certificates`."),
            host: text("Where it is shown."),
          },
          { description: "The certificate shown that ends first, its issuers' on the path included." },
        ),
      ),
      refusedBy: Type.Array(
        Type.Object({
          client: enumeration(["browsers", "openssl"], "Current browsers; OpenSSL 3 with its defaults."),
          servers: list("Hosts, with the address where not all of them are refused."),
          reasons: list("Codes, as of verdicts."),
        }),
        { description: "Who refuses which servers. Empty where nobody is known to." },
      ),
      sentence: text("When it ends, who refuses and why."),
    },
    { description: "What all of it comes to." },
  ),
  certificates: Type.Array(CertificateData, { description: "Each once, wherever it is shown." }),
  web: nullable(Web),
  caa: Type.Array(Caa, { description: "Who may issue certificates for each host (RFC 8659)." }),
  trustStore: Type.Object({
    source: text("Whose authorities are trusted."),
    date: orNull("Day of the file, or of the release that has the list: it is of that day or before."),
    certificates: count("How many there are."),
  }),
});
export type SslData = Static<typeof Data>;
export type ServerData = SslData["servers"][number];
