import { mkdirSync, writeFileSync } from "node:fs";
import { hostsOf } from "../plan/plan.ts";
import type { CertificateKind } from "../plan/shapes.ts";
import { run } from "../run.ts";

/**
 * Makes the lab's certificate authority (`tls/ca.pem`) and a certificate and key for each web server of the plan
 * (`tls/NAME.pem`, `tls/NAME.key`), and one for the registries.
 */
export async function makeCertificates(folder: string): Promise<void> {
  const at = `${folder}/tls`;
  mkdirSync(at);
  writeFileSync(`${at}/ca.cnf`, CA_CONFIG(at));
  writeFileSync(`${at}/index.txt`, "");
  const request = ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const authority = ["-x509", "-days", "3650", "-subj", "/O=dnstools lab/CN=Lab Root CA"];
  const extensions = [
    "-addext",
    "basicConstraints=critical,CA:TRUE",
    "-addext",
    "keyUsage=critical,keyCertSign,cRLSign",
  ];
  await run(...request, ...authority, ...extensions, "-keyout", `${at}/ca.key`, "-out", `${at}/ca.pem`);
  // One after the other: `openssl ca` keeps a list of what it signed.
  for (const { name, certificate, hosts } of [...webServers(), ...registries()]) {
    const files = { key: `${at}/${name}.key`, pem: `${at}/${name}.pem` };
    const { names, days, selfSigned } = CERTIFICATES[certificate];
    const subject = [
      "-subj",
      "/",
      "-addext",
      `subjectAltName=critical,${hosts
        .flatMap(names)
        .map((n) => `DNS:${n}`)
        .join(",")}`,
    ];
    if (selfSigned) {
      await run(
        ...request,
        "-x509",
        "-days",
        String(days[1]),
        ...subject,
        "-keyout",
        files.key,
        "-out",
        files.pem,
      );
      continue;
    }
    await run(...request, ...subject, "-keyout", files.key, "-out", `${at}/request.pem`);
    const times = ["-startdate", daysFromNow(days[0]), "-enddate", daysFromNow(days[1])];
    const sign = ["openssl", "ca", "-batch", "-notext", "-config", `${at}/ca.cnf`, ...times];
    await run(...sign, "-in", `${at}/request.pem`, "-out", files.pem);
  }
}

/** A certificate to make: its files' name, what is wrong with it, and the hosts it is for. */
type Wanted = {
  readonly name: string;
  readonly certificate: CertificateKind;
  readonly hosts: readonly string[];
};

function webServers(): readonly Wanted[] {
  return hostsOf("nginx").map(({ name, certificate }) => ({ name, certificate, hosts: [name] }));
}

/** The file name of the certificate that registries share: one for all, since making each takes its time. */
export const SHARED = "registries";

function registries(): readonly Wanted[] {
  const hosts = hostsOf("registry").filter((host) => host.serves !== "whois");
  const sharing = hosts.filter((host) => host.certificate === undefined).map((host) => host.name);
  return [
    { name: SHARED, certificate: "valid", hosts: sharing },
    ...hosts.flatMap(({ name, certificate }) =>
      certificate === undefined ? [] : [{ name, certificate, hosts: [name] }],
    ),
  ];
}

type Certificate = {
  readonly names: (host: string) => readonly string[];
  /** From and until when, in days from now. */
  readonly days: readonly [from: number, until: number];
  readonly selfSigned?: true;
};

const CERTIFICATES: Readonly<Record<CertificateKind, Certificate>> = {
  valid: { names: (host) => [host], days: [-1, 80] },
  expired: { names: (host) => [host], days: [-90, -1] },
  self_signed: { names: (host) => [host], days: [-1, 80], selfSigned: true },
  other_name: { names: () => ["www.example.org"], days: [-1, 80] },
};

const CA_CONFIG = (at: string) => `[ca]
default_ca = lab
[lab]
database = ${at}/index.txt
new_certs_dir = ${at}
certificate = ${at}/ca.pem
private_key = ${at}/ca.key
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = optional
`;

/** A time as openssl ca takes it: YYYYMMDDHHMMSSZ. */
function daysFromNow(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
}
