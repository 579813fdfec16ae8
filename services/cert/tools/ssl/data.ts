import { PATH_PROBLEMS } from "@dnstools/core/protocol/x509/path";
import { TLS_STAGES } from "@dnstools/core/tls";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";
import { SOURCES } from "./observations.ts";
import { SERVICE_NAMES } from "./services.ts";

const text = (description: string) => Type.String({ description });
const orNull = (description: string) => nullable(text(description));
const count = (description: string) => Type.Integer({ description });
const list = (description: string) => Type.Array(Type.String(), { description });
const time = (description: string) => Type.String({ format: "date-time", description });
const reason = (description: string) => nullable(enumeration(REASON_CODES, description));

const Key = Type.Object({
  algorithm: text("rsa, ec, ed25519 and so on; an OID where it is not known here."),
  bits: nullable(count("Of RSA the modulus, of EC the field; null where the kind has no size, as Ed25519.")),
  curve: orNull("Of EC."),
  weak: Type.Boolean({ description: "RSA below 2048 bits, EC below 224." }),
});

const Signature = Type.Object({
  algorithm: text("As openssl names it."),
  weak: Type.Boolean({ description: "MD5 or SHA-1. Of a trust anchor it means nothing." }),
});

/** What certificates of a chain were sent for. */
export const ROLES = [
  "leaf",
  "intermediate",
  "root",
  "duplicate",
  "alternative",
  "unrelated",
  "unreadable",
] as const;

const Sent = Type.Object({
  position: count("0 is the server's own."),
  role: enumeration(
    ROLES,
    "`alternative`: of the same name and key as one on the path, as cross-signed ones; `unrelated`: leads nowhere.",
  ),
  subject: orNull("Empty where it has none. This and what follows are null where it cannot be read."),
  issuer: orNull("Who says that it signed it."),
  serial: orNull("Hexadecimal."),
  notBefore: nullable(time("First moment it is valid.")),
  notAfter: nullable(time("Last moment it is valid.")),
  key: nullable(Key),
  signature: nullable(Signature),
  fingerprintSha256: orNull("Of the certificate, hexadecimal."),
});

const Link = Type.Object({
  subject: text("Empty where it has none."),
  issuer: text("Who says that it signed it."),
  from: enumeration(["sent", "aia", "store"], "Where it was had from."),
  notAfter: time("Last moment it is valid."),
  fingerprintSha256: text("Of the certificate, hexadecimal."),
  problems: Type.Array(
    Type.Object({
      code: enumeration(Object.keys(PATH_PROBLEMS) as (keyof typeof PATH_PROBLEMS)[], "What is wrong."),
      message: text("The same in a sentence."),
    }),
    { description: "All that is wrong with it at its place." },
  ),
});

const Leaf = Type.Object({
  subject: text("Empty where it has none."),
  issuer: text("Who says that it signed it."),
  serial: text("Hexadecimal."),
  names: list("DNS names it is for (subjectAltName), the first 100."),
  addresses: list("Addresses it is for, the first 100."),
  namesTotal: count("All names in it, of every kind."),
  notBefore: time("First moment it is valid."),
  notAfter: time("Last moment it is valid."),
  secondsLeft: count("Below 0 when it has expired."),
  lifeLeft: Type.Number({ description: "Share of its life that is left, 0 to 1." }),
  lifetimeDays: Type.Number({ description: "From the first moment to the last." }),
  lifetimeLimitDays: nullable(
    count("What the CA/Browser Forum allows public authorities that issue at that day; null before 2012."),
  ),
  key: nullable(Key),
  signature: Signature,
  fingerprintSha256: text("Of the certificate, hexadecimal."),
  fingerprintSha1: text("Of the certificate, hexadecimal."),
  spkiSha256: text("Of its public key (SubjectPublicKeyInfo), hexadecimal."),
  keyUsage: nullable(list("What its key may be used for.")),
  extendedKeyUsage: nullable(list("OIDs of what it is for.")),
  scts: nullable(count("Signed certificate timestamps in it; null where it has no such list.")),
  caIssuers: list("URLs of its issuer's certificate (AIA)."),
  ocsp: list("URLs of OCSP responders. None is ordinary today."),
  crls: list("URLs of revocation lists."),
  mustStaple: Type.Boolean({ description: "It asks for a stapled OCSP answer (RFC 7633)." }),
  policies: list("OIDs of its policies."),
  validation: nullable(
    enumeration(
      ["domain", "organization", "individual", "extended"],
      "What its issuer says it checked (CA/B policies).",
    ),
  ),
});

const Reachability = Type.Object({
  status: enumeration(
    ["ok", "no_starttls", "failed", "unknown"],
    "`ok`: TLS came about; `no_starttls`: the server's own list has none; `failed`: it was reached, or refused, and did not " +
      "come to TLS; `unknown`: that could not be found out.",
  ),
  stage: enumeration(TLS_STAGES, "How far it came."),
  reason: reason("Why it came no further."),
  detail: text("Name of a TLS alert, or the server's own words."),
  connectMs: nullable(Type.Number({ description: "Milliseconds until TCP was connected." })),
  greeting: orNull("A mail server's, before TLS."),
  capabilities: nullable(list("What a mail server offered before TLS.")),
});

const Tls = Type.Object({
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
    ["not_needed", "pass", "fail", "unknown"],
    "Whether it is trusted with what certificates name as their issuer's (AIA), which some clients fetch.",
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

const Server = Type.Object({
  host: text("The name looked at, or the address."),
  address: orNull("Null where none is known."),
  port: count("TCP."),
  service: enumeration(SERVICE_NAMES, "As asked."),
  source: enumeration(SOURCES, "By what it was found; `guess`: by its usual name alone."),
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
    { validity: Verdict, host: Verdict, trust: Verdict, chain: Verdict },
    {
      description:
        "Each for itself. validity: the certificate's own dates; host: whether it is for that name; trust: from what was sent and " +
        "the trust store, the dates of the certificate itself left to validity; chain: whether what was sent is complete and in order.",
    },
  ),
  withAia: nullable(Aia),
  certificate: nullable(Leaf),
  dane: Dane,
  ocspStapling: Type.Object({
    status: Type.Literal("not_checked"),
    reason: text("Why."),
  }),
});

const Caa = Type.Object({
  host: text("The host it holds for."),
  status: enumeration(["ok", "absent", "unknown"], "`absent`: any authority may issue."),
  reason: reason("Why it is unknown."),
  foundAt: orNull("The name that has the records: the host, or one above it."),
  records: list("As dig prints them."),
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
      servers: count("Addresses looked at."),
      reached: count("Those that came to TLS."),
      good: count(
        "Those whose four verdicts are all pass or warning, and whose TLSA records fit where there are any.",
      ),
      verdict: Verdict,
    },
    { description: "What all of it comes to." },
  ),
  caa: Type.Array(Caa, { description: "Who may issue certificates for each host (RFC 8659)." }),
  trustStore: Type.Object({
    source: text("Whose authorities are trusted."),
    date: orNull("Day of the file, or of the release that has the list: it is of that day or before."),
    certificates: count("How many there are."),
  }),
});
export type SslData = Static<typeof Data>;
export type ServerData = SslData["servers"][number];
