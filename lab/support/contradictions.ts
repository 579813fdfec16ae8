import { POLICY } from "../plan/mail-policy.ts";
import { ZONES } from "../plan/zones.ts";
import { json } from "./product.ts";

/** The same thing as two tools judge it; null if a tool could not find out, or does not judge it. */
export type Comparison = {
  readonly what: string;
  readonly scout: string | null;
  readonly other: string | null;
};

/** The domains of the lab's plan, broken ones included: its zones below the top level, and its mail policies. */
export const LAB_DOMAINS: readonly string[] = [
  ...new Set([...ZONES.map(({ name }) => name), ...Object.values(POLICY)]),
].filter((name) => name.includes(".") && !name.includes("_") && !/(^|\.)arpa$/.test(name));

type Judged = { readonly status: string; readonly findings?: readonly string[] };
type Mail = Readonly<Record<"spf" | "dmarc" | "mtaSts" | "tlsRpt" | "bimi", Required<Judged>>> & {
  readonly dkim: Judged & { readonly conclusion: string; readonly found: readonly Key[] };
};
type Key = { readonly selector: string; readonly status: string };
type Domain = {
  readonly types: Readonly<Record<string, Judged>>;
  readonly dnssec: Judged | null;
};
type Scout = {
  readonly records: Domain;
  readonly email: Readonly<Record<"spf" | "mtaSts" | "tlsRpt" | "bimi", Judged>> & {
    readonly dmarc: Required<Judged>;
    readonly dkim: Judged & { readonly keys: readonly Key[] };
  };
};
/** An answer of a tool; `data` is missing if the domain does not exist, or if the tool could not find out. */
type Answer<Data> = { readonly status?: number; readonly data?: Data; readonly findings?: readonly Told[] };
type Told = { readonly code: string; readonly severity: string };

/** Asks `scout`, `mail` and `dns` about a domain, and returns what `scout` and one of the others both judge. */
export async function compareTools(url: string, domain: string): Promise<readonly Comparison[]> {
  const ask = async <Data>(query: string): Promise<Answer<Data>> => {
    const answer = await fetch(`${url}/api/v1/${query}`);
    // A domain that does not exist, and one about which nothing could be found out, are comparable too.
    const read = [200, 404, 503].includes(answer.status) ? answer.json() : json(Promise.resolve(answer));
    return (await read) as Answer<Data>;
  };
  const [scout, mail, dns] = await Promise.all([
    ask<Scout>(`scout?domain=${domain}&sections=records,email`),
    ask<Mail>(`mail?domain=${domain}`),
    ask<Domain>(`dns?domain=${domain}`),
  ]);
  const exists = [mail, dns].map((other) => ({
    what: "existence",
    scout: existenceOf(scout),
    other: existenceOf(other),
  }));
  if (scout.data === undefined) return exists;
  const { email, records } = scout.data;
  return [
    ...exists,
    ...(mail.data === undefined ? [] : mailComparisons(email, mail.data)),
    ...(mail.data === undefined ? [] : [dmarcComparison(email.dmarc, mail.data.dmarc, mail.findings ?? [])]),
    ...(dns.data === undefined ? [] : domainComparisons(records, dns.data)),
  ];
}

/** Returns true if two judgements of the same thing exclude each other. */
export function isContradiction({ scout, other }: Comparison): boolean {
  return scout !== null && other !== null && scout !== other;
}

function existenceOf({ data, status }: Answer<unknown>): string | null {
  return data !== undefined ? "exists" : status === 404 ? "missing" : null;
}

const known = (status: string | undefined) => (status === undefined || status === "unknown" ? null : status);

function mailComparisons(email: Scout["email"], mail: Mail): Comparison[] {
  const whole = (["spf", "dmarc", "tlsRpt"] as const).map((what) => ({
    what,
    scout: known(email[what].status),
    other: known(mail[what].status),
  }));
  // For MTA-STS and BIMI, `mail` also judges the policy, the logo and its certificate; `scout` only the record.
  const records = (["mtaSts", "bimi"] as const).map((what) => {
    const { status, findings } = mail[what];
    const worst = findings.some((code) => RECORD_ERRORS.includes(code)) ? "invalid" : "usable";
    const shown = known(email[what].status);
    return {
      what,
      scout: shown === "valid" || shown === "warning" ? "usable" : shown,
      other: status === "absent" || status === "unknown" ? known(status) : worst,
    };
  });
  const keys = email.dkim.keys.map(({ selector, status }) => ({
    what: `dkim ${selector}`,
    scout: status,
    other: mail.dkim.found.find((key) => key.selector === selector)?.status ?? "not found",
  }));
  return [...whole, ...records, ...keys, dkimComparison(email.dkim.status, mail.dkim)];
}

const RECORD_ERRORS: readonly string[] = [
  ...["mail.mta_sts_several", "mail.mta_sts_record_invalid", "mail.bimi_several", "mail.bimi_invalid"],
];

/** Codes that `mail` has in every section. `scout` has no findings about lookups. */
const LOOKUPS: readonly string[] = ["mail.alias_dangling", "mail.lookup_failed"];

/** Compares the errors and warnings about DMARC. The notices of `mail` are not in `scout`. */
function dmarcComparison(scout: Required<Judged>, mail: Required<Judged>, told: readonly Told[]): Comparison {
  const notices = told.filter(({ severity }) => !["critical", "error", "warning"].includes(severity));
  const left = [...LOOKUPS, ...notices.map(({ code }) => code)];
  const codes = ({ status, findings }: Required<Judged>) =>
    known(status) &&
    findings
      .filter((code) => !left.includes(code))
      .toSorted()
      .join(" ");
  return { what: "DMARC findings", scout: codes(scout), other: codes(mail) };
}

/** Compares whether there are keys: `mail` tries more selectors than `scout`, so it may find more keys and faults. */
function dkimComparison(status: string, { conclusion }: Mail["dkim"]): Comparison {
  const isThere = ["valid", "warning", "invalid"].includes(status);
  const other = conclusion === "proven_absent" ? "absent" : conclusion === "found" ? "found" : null;
  const scout = isThere ? "found" : status === "absent" ? "absent" : null;
  return { what: "dkim", scout, other: scout === "found" && other === null ? null : other };
}

function domainComparisons(records: Domain, dns: Domain): Comparison[] {
  return [
    ...Object.keys(dns.types).map((type) => ({
      what: type,
      scout: known(records.types[type]?.status),
      other: known(dns.types[type]?.status),
    })),
    { what: "DNSSEC", scout: known(records.dnssec?.status), other: known(dns.dnssec?.status) },
  ];
}
