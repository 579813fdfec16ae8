import { type Certificate, certificateFor, certificateOfKind } from "./certificates.ts";
import { closed, silent } from "./hosts.ts";
import { type PolicyHost, policyName } from "./policy-domain.ts";
import { EDGES } from "./policy-edges.ts";
import { LOGO_FILES, LOGO_HOST, logo, MARK_CERTIFICATES } from "./policy-logos.ts";
import { BIMI, MTA_STS, TLS_RPT } from "./policy-web.ts";
import type { Host, OddHttps } from "./shapes.ts";

const STS_PATH = "/.well-known/mta-sts.txt";
/** Name of the certificate that all hosts without a certificate fault share. */
const SHARED = "policy.com";

const POLICY_HOSTS = Object.entries({ ...MTA_STS, ...TLS_RPT, ...BIMI, ...EDGES }).flatMap(([key, domain]) =>
  "policyHost" in domain
    ? [{ name: `mta-sts.${policyName(key)}`, place: domain.policyHost satisfies PolicyHost as PolicyHost }]
    : [],
);

/** Hosts of MTA-STS policy files, with addresses in the order of POLICY_HOSTS. */
const STS: readonly Host[] = POLICY_HOSTS.map(({ name, place }, i) => {
  const v4 = `5.42.0.${i + 1}`;
  if (place === "dead") return silent(name, v4);
  if (place === "closed") return closed(name, v4);
  if (typeof place === "string") return odd(name, place, v4);
  return {
    name,
    v4,
    v6: `2a01:4f8:42::${(i + 1).toString(16)}`,
    daemon: "nginx",
    certificate: place.certificate === undefined ? SHARED : name,
    files: { [STS_PATH]: place.file },
    rttMs: 25,
  };
});

function odd(name: string, deviation: OddHttps, v4: string): Host {
  return { name, v4, daemon: "odd-https", deviation, certificate: SHARED, rttMs: 25 };
}

const LOGO = { "/logo.svg": { type: "image/svg+xml", body: logo() } };

/** Hosts of BIMI logos, most of them with a fault. */
const LOGOS: readonly Host[] = [
  { name: LOGO_HOST, v4: "5.42.1.1", daemon: "nginx", certificate: SHARED, files: LOGO_FILES, rttMs: 25 },
  {
    name: "expired.policy.com",
    v4: "5.42.1.2",
    daemon: "nginx",
    certificate: "expired.policy.com",
    files: LOGO,
    rttMs: 25,
  },
  odd("drip.policy.com", "drip", "5.42.1.3"),
  odd("endless.policy.com", "endless", "5.42.1.4"),
  odd("mute.policy.com", "mute", "5.42.1.5"),
  silent("dead.policy.com", "5.42.1.6"),
  closed("closed.policy.com", "5.42.1.7"),
];

/** Web servers for the files that mail policies refer to. */
export const POLICY_WEB: readonly Host[] = [...STS, ...LOGOS];

const KINDS = POLICY_HOSTS.flatMap(({ name, place }) =>
  typeof place === "object" && place.certificate !== undefined ? [[name, place.certificate] as const] : [],
);

/** The certificates of the hosts in POLICY_WEB, and the mark certificates that these hosts serve as files. */
export const POLICY_CERTIFICATES: Readonly<Record<string, Certificate>> = {
  [SHARED]: certificateFor(
    POLICY_WEB.flatMap((host) => ("certificate" in host && host.certificate === SHARED ? [host.name] : [])),
    { subject: SHARED },
  ),
  "expired.policy.com": certificateOfKind("expired", ["expired.policy.com"]),
  ...Object.fromEntries(
    KINDS.map(([name, kind]) => [
      name,
      kind === "stranger" ? certificateFor([name], { issuer: kind }) : certificateOfKind(kind, [name]),
    ]),
  ),
  ...MARK_CERTIFICATES,
};

/** Verify return codes of openssl, by the fault of the certificate. */
const CODES = { expired: 10, self_signed: 18, other_name: 62, stranger: 20 } as const;

/** The verify return codes that openssl reports for hosts with a faulty certificate. */
export const POLICY_OPENSSL: ReadonlyMap<string, number> = new Map([
  ["expired.policy.com", CODES.expired],
  ...KINDS.map(([name, kind]) => [name, CODES[kind]] as const),
]);
