import { DKIM_KEYS } from "./dkim-keys.ts";
import type { OddHttps, WebFile } from "./shapes.ts";
import { txt } from "./txt.ts";

/** The parent zone of the test domains. It has no mail policies, so the domains below it inherit none. */
export const POLICY_ZONE = "policy.com";

type Texts = string | readonly string[] | null;

/** The host of an MTA-STS policy file: how it misbehaves, why it is unreachable, or the file that it serves. */
export type PolicyHost =
  | OddHttps
  | "dead"
  | "closed"
  | {
      readonly file: WebFile;
      /** Fault of the certificate. By default the certificate has no fault. */
      readonly certificate?: "expired" | "self_signed" | "other_name" | "stranger";
    };

/**
 * The mail records of a domain below policy.com. Missing fields have correct defaults, except that MTA-STS, TLS-RPT
 * and BIMI are absent by default. null means no record; an array means one record for each string.
 */
export type PolicyDomain = {
  /** Rdata of the MX records. */
  readonly mx?: readonly string[] | null;
  readonly spf?: Texts;
  /** Records by selector. */
  readonly dkim?: Readonly<Record<string, Texts>> | null;
  readonly dmarc?: Texts;
  readonly mtaSts?: Texts;
  readonly policyHost?: PolicyHost;
  readonly tlsRpt?: Texts;
  readonly bimi?: Texts;
  /** Additional lines of the zone, with owners relative to the domain or `@`. */
  readonly more?: string;
};

/** Returns the text of a DKIM record. @param tags the tags before the key. */
export const dkimKey = (key: keyof typeof DKIM_KEYS, tags = "v=DKIM1; k=rsa;") =>
  `${tags} p=${DKIM_KEYS[key]}`;

/** Returns the DNS label for a domain's key in a table, such as `mx-alias` for `mxAlias`. */
export function policyLabel(key: string): string {
  return key.replace(/[A-Z]/g, (part) => `-${part.toLowerCase()}`);
}

/** Returns the full name for a domain's key in a table, such as `mx-alias.policy.com` for `mxAlias`. */
export const policyName = (key: string) => `${policyLabel(key)}.${POLICY_ZONE}`;

/** Returns the default records of a domain that sends and receives mail and has its own DMARC policy. */
export const usual = (domain: string) => ({
  mx: [`10 mx.${POLICY_ZONE}.`],
  spf: "v=spf1 mx -all",
  dkim: { google: dkimKey("rsa2048") },
  dmarc: `v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`,
});

/**
 * Returns the lines of a domain's records, with owners relative to the zone.
 * @param label the labels before the zone's name; empty for the zone's own name.
 */
export function policyLines(label: string, zone: string, domain: PolicyDomain): string {
  const {
    mx,
    dkim,
    more = "",
    ...texts
  } = {
    ...usual(label === "" ? zone : `${label}.${zone}`),
    ...domain,
  };
  const at = (owner: string) => {
    if (label === "") return owner;
    return owner === "@" ? label : `${owner}.${label}`;
  };
  const records = (owner: string, values: Texts = null) =>
    (typeof values === "string" ? [values] : (values ?? [])).map((text) => `${at(owner)} TXT ${txt(text)}`);
  const further = more.split("\n").map((line) => line.trim());
  return [
    ...(mx ?? []).map((rdata) => `${at("@")} MX ${rdata}`),
    ...records("@", texts.spf),
    ...records("_dmarc", texts.dmarc),
    ...Object.entries(dkim ?? {}).flatMap(([selector, value]) => records(`${selector}._domainkey`, value)),
    ...records("_mta-sts", texts.mtaSts),
    ...records("_smtp._tls", texts.tlsRpt),
    ...records("default._bimi", texts.bimi),
    ...further
      .filter((line) => line !== "")
      .map((line) => `${at(line.slice(0, line.indexOf(" ")))}${line.slice(line.indexOf(" "))}`),
  ]
    .map((line) => `${line}\n`)
    .join("");
}
