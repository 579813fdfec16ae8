import { DKIM_KEYS } from "./dkim-keys.ts";
import type { OddHttps, WebFile } from "./shapes.ts";
import { txt } from "./txt.ts";

/** The zone below which a domain of each kind is. It has no policy itself, so each stands for its own. */
export const POLICY_ZONE = "policy.com";

type Texts = string | readonly string[] | null;

/** Where the file of MTA-STS is, and what is wrong with that place. */
export type PolicyHost =
  | OddHttps
  | "dead"
  | "closed"
  | {
      readonly file: WebFile;
      /** Default a good one. */
      readonly certificate?: "expired" | "self_signed" | "other_name" | "stranger";
    };

/**
 * What a domain below policy.com says of its mail. What is left out is as it should be, and what few have is not there:
 * MTA-STS, TLS-RPT, BIMI. Null: there is none. Several texts: as many records.
 */
export type PolicyDomain = {
  /** Rdata of its MX records. */
  readonly mx?: readonly string[] | null;
  readonly spf?: Texts;
  /** By selector. */
  readonly dkim?: Readonly<Record<string, Texts>> | null;
  readonly dmarc?: Texts;
  readonly mtaSts?: Texts;
  readonly policyHost?: PolicyHost;
  readonly tlsRpt?: Texts;
  readonly bimi?: Texts;
  /** Further lines, as those of a zone; owners are relative to the domain, or `@`. */
  readonly more?: string;
};

/** A key's record. @param tags before its key, default the usual ones. */
export const dkimKey = (key: keyof typeof DKIM_KEYS, tags = "v=DKIM1; k=rsa;") =>
  `${tags} p=${DKIM_KEYS[key]}`;

/** The label of a domain by its key in a table: `mxAlias` is `mx-alias.policy.com`. */
export function policyLabel(key: string): string {
  return key.replace(/[A-Z]/g, (part) => `-${part.toLowerCase()}`);
}

export const policyName = (key: string) => `${policyLabel(key)}.${POLICY_ZONE}`;

/** What a domain has that says nothing of it: mail in both directions, and a policy of its own. */
export const usual = (domain: string) => ({
  mx: [`10 mx.${POLICY_ZONE}.`],
  spf: "v=spf1 mx -all",
  dkim: { google: dkimKey("rsa2048") },
  dmarc: `v=DMARC1; p=reject; rua=mailto:dmarc@${domain}`,
});

/** The lines of a domain's records, owners relative to the zone. @param label what is before the zone's name; "" at its own name. */
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
