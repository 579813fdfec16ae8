import type { Animal } from "./animal.ts";
import { AIA_HOST, issuerAt, UNRELATED } from "./authorities.ts";
import { type Certificate, certificateFor, certificateOfKind } from "./certificates.ts";
import { LEAF, silent } from "./hosts.ts";
import { label } from "./resolvers.ts";
import type { Host, Zone } from "./shapes.ts";
import { PROFILES, REVOCATION } from "./tls-profiles.ts";

const ZONE = "certs.com";
const DAYS = {
  long: [-1, 499],
  fortySeven: [-17, 30],
  six: [-2, 4],
  nearly: [-89, 1],
  future: [2, 80],
} as const;

const EXPIRED = 10;
const NOT_YET_VALID = 9;
const NO_LOCAL_ISSUER = 20;
const SELF_SIGNED = 18;
const SELF_SIGNED_IN_CHAIN = 19;
const UNVERIFIABLE_LEAF = 21;
const OTHER_NAME = 62;

/**
 * Returns a server that sends only its own certificate.
 * @param urls the URLs in the certificate at which its issuer's certificate can be fetched
 */
const alone = (...urls: readonly string[]): Animal => ({
  sent: [],
  extensions: issuerAt(...urls),
  openssl: UNVERIFIABLE_LEAF,
});
const file = (name: string) => alone(`http://${AIA_HOST}/${name}`);
const names = (count: number, name: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `DNS:${name(i)}`);
const dns = (...all: readonly string[]) => ({ names: all.map((name) => `DNS:${name}`) });

/** Web servers by the labels of their names below certs.com, in the order of their addresses. */
const ZOO: Readonly<Record<string, Animal>> = {
  valid: {},
  expired: { openssl: EXPIRED },
  "self-signed": { openssl: SELF_SIGNED },
  "other-name": { openssl: OTHER_NAME },

  "good-ecdsa": {},
  "good-rsa": { key: "rsa-2048", issuer: "rsa" },
  "good-p384": { key: "p-384" },
  "good-ed25519": { key: "ed25519" },

  "not-yet-valid": { days: DAYS.future, openssl: NOT_YET_VALID },
  "nearly-expired": { days: DAYS.nearly },
  "six-days": { days: DAYS.six },
  "forty-seven": { days: DAYS.fortySeven },
  "long-lived": { days: DAYS.long },
  "expired-intermediate": { issuer: "expired", openssl: EXPIRED },

  "unknown-ca": { issuer: "stranger", openssl: NO_LOCAL_ISSUER },
  "unknown-root-sent": {
    issuer: "stranger",
    sent: ["stranger", "strangerRoot"],
    openssl: SELF_SIGNED_IN_CHAIN,
  },
  "missing-intermediate": { sent: [], openssl: UNVERIFIABLE_LEAF },
  "missing-with-aia": file("intermediate.crt"),
  "aia-p7c": file("intermediate.p7c"),
  "aia-pem": file("intermediate.pem"),
  "aia-garbage": file("garbage.crt"),
  "aia-missing": file("missing.crt"),
  "aia-dead": alone("http://dead.certs.com/intermediate.crt"),
  "aia-private": alone("http://10.0.0.1/intermediate.crt"),
  "aia-name-private": alone("http://private.certs.com/intermediate.crt"),
  "aia-metadata": alone("http://169.254.169.254/latest"),
  "aia-loopback": alone("http://localhost/x", "http://127.0.0.1/x"),
  "aia-redirect": file("redirect.crt"),
  "aia-endless": alone("http://endless.certs.com/x.crt"),
  "aia-stranger": { ...file("stranger-intermediate.crt"), issuer: "stranger" },
  "aia-deep": { ...file("deep.crt"), issuer: "deep" },
  "aia-loop": { ...file("loop-a.crt"), issuer: "loopA" },

  "wrong-order": { sent: ["root", "intermediate"] },
  duplicate: { sent: ["intermediate", "intermediate"] },
  unrelated: { sent: ["intermediate", "strangerRoot"] },
  "root-sent": { sent: ["intermediate", "root"] },
  "leaf-twice": { times: 2 },
  "many-sent": { sent: ["intermediate", ...UNRELATED] },
  "cross-sign": { issuer: "cross", sent: ["cross", "crossOld"] },
  "cross-sign-first": { issuer: "cross", sent: ["crossOld", "cross"] },
  "cross-root": { sent: ["intermediate", "rootOld"] },

  sha1: { issuer: "rsa", digest: "sha1", server: { weak: true }, openssl: 68 },
  "sha1-intermediate": { issuer: "sha1", server: { weak: true }, openssl: 68 },
  md5: { issuer: "rsa", digest: "md5", server: { weak: true }, openssl: 68 },
  "rsa-1024": { key: "rsa-1024", server: { weak: true }, openssl: 66 },

  "sans-1000": { namesAt: () => ["DNS:sans-1000.certs.com", ...names(999, (i) => `name-${i}.example.net`)] },
  // The server sends no chain, because the Certificate message must stay below the 100,000 bytes that most clients
  // accept.
  "sans-10000": {
    issuer: "root",
    namesAt: () => [
      "DNS:sans-10000.certs.com",
      ...names(9999, (i) => `${i.toString(36).padStart(3, "0")}.net`),
    ],
  },
  "sans-too-large": {
    namesAt: () => [
      "DNS:sans-too-large.certs.com",
      ...names(10_000, (i) => `a-rather-long-name-${i}.example.net`),
    ],
    openssl: null,
  },
  "no-san": { names: [] },
  "no-subject": { subject: null },
  wild: { shows: "one.wild", openssl: OTHER_NAME },
  "one.wild": dns("*.wild.certs.com"),
  "deep.one.wild": { shows: "one.wild", openssl: OTHER_NAME },
  partial: dns("part*.certs.com"),
  middle: { ...dns("mid*dle.certs.com"), openssl: OTHER_NAME },
  star: { ...dns("*", "*.com"), openssl: OTHER_NAME },
  upper: dns("UPPER.CERTS.COM"),
  "ip-san": { namesAt: (v4, v6) => ["DNS:ip-san.certs.com", `IP:${v4}`, `IP:${v6}`] },
  "ip-as-dns": { namesAt: (v4) => [`DNS:${v4}`], openssl: OTHER_NAME },
  "xn--bcher-kva": {},
  "xn--bcherwild-q9a": dns("*.certs.com"),

  "constrained-kept": { issuer: "permitsCerts" },
  "constrained-broken": { issuer: "permitsOthers", openssl: 47 },
  "constrained-excluded": { issuer: "excludesCerts", openssl: 48 },
  "constrained-ip": {
    issuer: "excludesAddresses",
    namesAt: (v4) => ["DNS:constrained-ip.certs.com", `IP:${v4}`],
    openssl: 48,
  },
  "no-ca-flag": { issuer: "noCaFlag", openssl: 26 },
  "no-basic-constraints": { issuer: "noBasicConstraints", openssl: 79 },
  "path-length": { issuer: "tooLong", openssl: 25 },
  "key-usage": { issuer: "keyUsage", openssl: 32 },
  "eku-client": { extensions: { extendedKeyUsage: "clientAuth" }, openssl: 26 },
  "eku-intermediate": { issuer: "ekuClient", openssl: 26 },
  "no-eku": { extensions: { extendedKeyUsage: null } },
  "critical-unknown": {
    extensions: { "1.3.6.1.4.1.55555.1": "critical,DER:0500" },
    openssl: 34,
  },
  "bad-signature": { damaged: true, openssl: 7 },
  "must-staple": { extensions: { tlsfeature: "status_request" } },
  "with-crl": {
    extensions: {
      crlDistributionPoints: `URI:http://${AIA_HOST}/lab.crl`,
      authorityInfoAccess: `OCSP;URI:http://${AIA_HOST}/ocsp,caIssuers;URI:http://${AIA_HOST}/intermediate.crt`,
      certificatePolicies: "2.23.140.1.2.1",
    },
  },

  tls10: { key: "rsa-2048", server: { protocols: "TLSv1", weak: true } },
  tls11: { key: "rsa-2048", server: { protocols: "TLSv1.1", weak: true } },
  tls12: { server: { protocols: "TLSv1.2" } },
  "client-certificate": { server: { clientCertificate: true } },
  sni: { server: { withoutSni: "other-name.certs.com" } },
  "two-faced": { server: { onV6: "two-faced-v6.certs.com" } },
  "dead-v6": { dead: "v6" },
  "half-private": { without: "v6" },
  "many-addresses": { without: "v6" },
  ...PROFILES,
  ...REVOCATION,
};

const KINDS = {
  valid: "valid",
  expired: "expired",
  "self-signed": "self_signed",
  "other-name": "other_name",
} as const;

const ANIMALS = Object.entries(ZOO).map(([label, animal], i) => ({
  name: `${label}.${ZONE}`,
  label,
  animal,
  v4: `5.40.0.${i + 1}`,
  v6: `2a01:4f8:40::${(i + 1).toString(16)}`,
}));

/** Returns the certificate of each web server, by the name of the certificate's files. */
export function zooCertificates(): Readonly<Record<string, Certificate>> {
  const own = ANIMALS.filter(({ animal }) => animal.shows === undefined);
  return {
    ...Object.fromEntries(
      own.map(({ name, label, animal, v4, v6 }) => [
        name,
        label in KINDS
          ? certificateOfKind(KINDS[label as keyof typeof KINDS], [name])
          : certificateFor([name], animal.namesAt ? { ...animal, names: animal.namesAt(v4, v6) } : animal),
      ]),
    ),
    "two-faced-v6.certs.com": certificateFor(["two-faced.certs.com"], { days: [-90, -1] }),
    "two-keys-rsa.certs.com": certificateFor(["two-keys.certs.com"], {
      key: "rsa-2048",
      issuer: "rsa",
      days: [-90, -1],
    }),
    "played.certs.com": certificateFor(
      PLAYED.map((deviation) => `${label(deviation)}.${ZONE}`),
      {
        key: "rsa-2048",
        issuer: "rsa",
      },
    ),
  };
}

/** The verify return code that openssl reports for each web server; see Animal. */
export const ZOO_OPENSSL: ReadonlyMap<string, number | null> = new Map(
  ANIMALS.map(({ name, animal }) => [name, animal.openssl === undefined ? 0 : animal.openssl]),
);

/**
 * Servers with ciphers and versions that Debian's OpenSSL does not support. lab/odd/tls.ts imitates the first messages
 * of their handshake.
 */
const PLAYED = ["plays_3des", "plays_rc4", "plays_export", "plays_sslv3"] as const;

const WEB: readonly Host[] = ANIMALS.map(({ name, animal, v4, v6 }) => ({
  name,
  v4,
  ...(animal.without === "v6" ? {} : { v6 }),
  ...(animal.dead === undefined ? {} : { dead: animal.dead }),
  daemon: "nginx",
  certificate: animal.shows === undefined ? name : `${animal.shows}.${ZONE}`,
  ...animal.server,
  rttMs: 25,
}));

/** Servers that do not complete a TLS handshake. */
const ODD: readonly Host[] = (
  [
    ...["garbage", "speaks_http", "speaks_ssh", "silent", "drip", "resets", "closes"],
    ...["alert_40", "alert_112", "alert_70", "ssl3", "endless_records"],
    ...PLAYED,
    "psk_only",
  ] as const
).map((deviation, i) => ({
  name: `${label(deviation)}.${ZONE}`,
  v4: `5.40.1.${i + 1}`,
  v6: `2a01:4f8:40:1::${(i + 1).toString(16)}`,
  daemon: "odd-tls",
  deviation,
  rttMs: 25,
}));

/** Addresses to which all packets are dropped. */
const SWALLOWED = Array.from({ length: 19 }, (_, i) => `5.40.200.${i + 1}`);

/** The zone of web servers with faults in their certificates, certificate chains or TLS settings. */
export const CERTS: Zone = {
  name: ZONE,
  servers: LEAF,
  hosts: [
    ...WEB,
    ...ODD,
    { name: AIA_HOST, v4: "5.40.2.1", v6: "2a01:4f8:40:2::1", daemon: "aia", rttMs: 25 },
    { name: "endless.certs.com", v4: "5.40.2.2", daemon: "odd-http", rttMs: 25 },
    silent("dead.certs.com", "5.40.2.3"),
    { name: "closed.certs.com", v4: "5.40.2.4", daemon: "nobody", rttMs: 25 },
  ],
  records: `@ CAA 0 issue "ca.certs.com"
good-rsa CAA 0 issue ";"
rsa-1024 CAA 128 tbs "unknown"
sha1 CAA 0 isue ";"
no-address TXT "no address"
unrouted A 5.99.0.40
private A 10.0.0.1
half-private 3600 A 127.0.0.1
alias CNAME good-ecdsa.certs.com.
${SWALLOWED.map((address) => `many-addresses 3600 A ${address}\n`).join("")}`,
};
