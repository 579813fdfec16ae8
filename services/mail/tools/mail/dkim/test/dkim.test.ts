import { expect, test } from "bun:test";
import { LIKELY, RARE } from "@dnstools/core/data/dkim-selectors";
import { DkimData } from "@dnstools/core/mail/dkim/data";
import { DKIM_FINDINGS } from "@dnstools/core/mail/dkim/findings";
import { type DkimRequest, lookUpDkim } from "@dnstools/core/mail/dkim/lookup-dkim";
import { Value } from "@sinclair/typebox/value";
import type { ReportAnswers } from "../../answers.ts";
import { contract } from "../../contract.ts";
import { replay, type Written } from "../../test/replay.ts";
import { reportOf } from "../../test/report.ts";
import { dkimSection } from "../recommend-dkim.ts";

const DOMAIN = "example.com";
const BELOW = "_domainkey.example.com";
const PARENT = `${BELOW} TXT`;
const RANDOM = `randomrandom.${PARENT}`;
const at = (selector: string) => `${selector}.${PARENT}`;

/** The 1024-bit key and the Ed25519 key are from RFC 8463 A.2; the other keys were generated for these tests. */
const RSA_1024 =
  "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB";
const RSA_1023 =
  "MIGeMA0GCSqGSIb3DQEBAQUAA4GMADCBiAKBgFshjHiCJbRp01APNUYnZSCBN7ti/6dEPpS/woqMsA+acwBPlDPuvvXOFBc0f3+nFVobmstRFy0XNn5P5NasrYAGHZsiTLe29m/qfWAOgiUlK1Edi/jDJDfHiD6nE4srUYDLZcwqy8m9yd5hQPEzX3xaUJTNpCUhWWNNlP8k00kpAgMBAAE=";
const RSA_2048_BARE =
  "MIIBCgKCAQEAwNLtXVc6GpA7TcBx9KGSOZE2vpPHRf7VRslO0x3BFnXbJa49AStQZuIExbo5pA0P4dZQF8FjogFYSygK5qHOB6VNYCaBMEeD/hnMmxn7TVC7YjWH7AW0iOBlJzrLwqJLKuSicd1/qhlAk+C9+PgyfEPfeEkW8Y1FAKLd9W7mxOA8N94hGlZalvQ2aIgLtTxw6BzwWWykpPctmyBwnC5Yc+Dhd1oySD9MXAlq6nVVEP+ePcThNR6n5yefplGwxfXfrWSWsC5xyR6VIVDWpflQOu4xOAH5srb7abheZzPIPhEyBj6c3ILJbEilOO0iN8LInVrHSl0cdS+zcy2TKfEIDQIDAQAB";
const RSA_2048 = `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A${RSA_2048_BARE}`;
const ED25519 = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const ENCLOSED = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const GOOD = `v=DKIM1; k=rsa; p=${RSA_2048}`;
const SMALL = `v=DKIM1; k=ed25519; p=${ED25519}`;
const REVOKED = "v=DKIM1; p=";

type Dns = Written["dns"];
type Context = Partial<Pick<DkimRequest, "selector" | "providers">> & {
  readonly parked?: boolean;
  readonly secure?: boolean;
  /** True if the servers answer NXDOMAIN for `_domainkey` although names exist below it. */
  readonly denying?: boolean;
};
type Case = Context & {
  readonly says: string;
  /** TXT texts by selector; the domain itself always exists. */
  readonly keys?: Readonly<Record<string, string | readonly string[]>>;
  readonly dns?: Dns;
  /** Codes of all expected findings, without `mail.dkim_`. */
  readonly codes: readonly string[];
  readonly status: DkimData["status"];
  readonly conclusion?: DkimData["conclusion"];
  /** Statuses of the keys that should be found. */
  readonly found?: readonly DkimData["found"][number]["status"][];
};

const HERE: Dns = { "example.com A": ["93.184.215.14"] };
/** DNS data with a selector that the lookup does not try, so that `_domainkey` exists. */
const KEPT: Dns = { [at("nobody-tries-this")]: [GOOD] };

const cases: readonly Case[] = [
  // Tests of valid, invalid and revoked keys (RFC 6376 3.6.1, 6.1.2).
  {
    says: "RFC 6376 3.6.1: a key",
    keys: { default: GOOD },
    codes: [],
    status: "valid",
    conclusion: "found",
    found: ["valid"],
  },
  {
    says: "RFC 6376 3.6.1: without v and k",
    keys: { default: `p=${RSA_2048}` },
    codes: [],
    status: "valid",
    found: ["valid"],
  },
  {
    says: "RFC 6376 3.6.1: another version",
    keys: { default: GOOD.replace("DKIM1", "DKIM1.0") },
    codes: ["version"],
    status: "invalid",
    found: ["invalid"],
  },
  {
    says: "RFC 6376 3.6.1: a version in small letters",
    keys: { default: GOOD.replace("DKIM1", "dkim1") },
    codes: ["version"],
    status: "invalid",
  },
  {
    says: "RFC 6376 3.6.1: an empty p with a wrong version withdraws nothing: verifiers drop the record",
    keys: { default: "v=dkim1; p=" },
    codes: ["version"],
    status: "invalid",
    found: ["invalid"],
  },
  {
    says: "RFC 6376 3.6.1: a version that is not the first",
    keys: { default: `k=rsa; v=DKIM1; p=${RSA_2048}` },
    codes: ["version"],
    status: "invalid",
  },
  {
    says: "RFC 6376 3.2: a tag twice",
    keys: { default: `${GOOD}; k=rsa` },
    codes: ["key_invalid"],
    status: "invalid",
    found: ["invalid"],
  },
  {
    says: "RFC 6376 3.2: unknown tags, a semicolon at the end, white space in p",
    keys: { default: `v=DKIM1; g=*; x=1; p=${RSA_2048.slice(0, 200)} ${RSA_2048.slice(200)};` },
    codes: [],
    status: "valid",
  },
  {
    says: "RFC 6376 3.6.2.2: a letter lost where it was split",
    keys: { default: `v=DKIM1; p=${RSA_2048.slice(0, 200)}${RSA_2048.slice(201)}` },
    codes: ["key_invalid"],
    status: "invalid",
  },
  {
    says: "RFC 6376 3.6.1: quotes left in",
    keys: { default: `v=DKIM1; p="${RSA_2048}"` },
    codes: ["key_invalid"],
    status: "invalid",
  },
  {
    says: "RFC 6376 3.6.1: no p",
    keys: { default: "v=DKIM1; k=rsa" },
    codes: ["key_invalid"],
    status: "invalid",
  },
  {
    says: "RFC 6376 6.1.2: withdrawn, and nothing else: no key",
    keys: { default: REVOKED },
    codes: ["key_revoked", "not_found"],
    status: "unknown",
    conclusion: "not_found_in_tried",
    found: ["revoked"],
  },
  {
    says: "RFC 6376 6.1.2: withdrawn beside a good one",
    keys: { default: REVOKED, google: GOOD },
    codes: ["key_revoked"],
    status: "valid",
    conclusion: "found",
  },
  {
    says: "RFC 6376 3.6.1: an unknown kind is ignored",
    keys: { default: `v=DKIM1; k=ecdsa; p=${RSA_2048}` },
    codes: ["key_type"],
    status: "unknown",
    conclusion: "found",
    found: ["invalid"],
  },
  {
    says: "RFC 6376 3.6.1: beside a good one",
    keys: { default: `v=DKIM1; k=ecdsa; p=${RSA_2048}`, google: GOOD },
    codes: ["key_type"],
    status: "valid",
  },
  {
    says: "RFC 8301 3.1: SHA-1 alone",
    keys: { default: `v=DKIM1; h=sha1; p=${RSA_2048}` },
    codes: ["sha1_only"],
    status: "invalid",
    found: ["invalid"],
  },
  {
    says: "RFC 6376 3.6.1: an unknown hash alone",
    keys: { default: `v=DKIM1; h=sha512; p=${RSA_2048}` },
    codes: ["sha1_only"],
    status: "invalid",
  },
  {
    says: "RFC 6376 3.6.1: SHA-256 among others",
    keys: { default: `v=DKIM1; h= sha1 : x : sha256; p=${RSA_2048}` },
    codes: [],
    status: "valid",
  },
  {
    says: "RFC 6376 3.6.1: for another service",
    keys: { default: `v=DKIM1; s=other; p=${RSA_2048}` },
    codes: ["not_for_mail"],
    status: "invalid",
    found: ["invalid"],
  },
  {
    says: "RFC 8460 3: for reports alone",
    keys: { default: `v=DKIM1; s=tlsrpt; p=${RSA_2048}` },
    codes: ["not_for_mail"],
    status: "invalid",
  },
  {
    says: "RFC 6376 3.6.1: for mail, and for all",
    keys: { default: `v=DKIM1; s=x:email; p=${RSA_2048}`, google: `v=DKIM1; s=*; p=${RSA_2048}` },
    codes: [],
    status: "valid",
  },
  {
    says: "RFC 6376 3.6.1: a test",
    keys: { default: `v=DKIM1; t=y:s; p=${RSA_2048}` },
    codes: ["test_flag"],
    status: "valid",
    found: ["valid"],
  },
  {
    says: "RFC 6376 3.6.1: other flags",
    keys: { default: `v=DKIM1; t=s:x; p=${RSA_2048}` },
    codes: [],
    status: "valid",
  },
  {
    says: "RFC 6376 3.6.1: a bare RSAPublicKey",
    keys: { default: `v=DKIM1; p=${RSA_2048_BARE}` },
    codes: ["pkcs1"],
    status: "valid",
  },
  // Tests of RSA key sizes (RFC 8301 3.2) and of Ed25519 keys (RFC 8463).
  {
    says: "RFC 8301 3.2: 1023 bits",
    keys: { default: `p=${RSA_1023}` },
    codes: ["key_weak"],
    status: "invalid",
    found: ["invalid"],
  },
  {
    says: "RFC 8301 3.2: 1024 bits",
    keys: { default: `p=${RSA_1024}` },
    codes: ["key_short"],
    status: "warning",
    found: ["weak"],
  },
  {
    says: "RFC 8463 4.2: Ed25519 beside RSA",
    keys: { default: SMALL, google: GOOD },
    codes: [],
    status: "valid",
  },
  { says: "RFC 8463 3: Ed25519 alone", keys: { default: SMALL }, codes: ["only_ed25519"], status: "valid" },
  {
    says: "RFC 8463 3: beside an RSA key that nobody takes",
    keys: { default: SMALL, google: `p=${RSA_1023}` },
    codes: ["key_weak", "only_ed25519"],
    status: "invalid",
  },
  {
    says: "RFC 8463 4.2: wrapped",
    keys: { default: `v=DKIM1; k=ed25519; p=${ENCLOSED}` },
    codes: ["enclosed_key"],
    status: "invalid",
    found: ["invalid"],
  },
  // Tests of several records at one selector (RFC 6376 3.6.2.2), and of texts that are not keys.
  {
    says: "RFC 6376 3.6.2.2: two keys",
    keys: { default: [GOOD, `p=${RSA_1024}`] },
    codes: ["key_short", "several_records"],
    status: "invalid",
    found: ["weak"],
  },
  {
    says: "RFC 6376 3.6.2.2: one key written twice",
    keys: { default: [GOOD, `p=${RSA_2048}`] },
    codes: ["several_records"],
    status: "invalid",
  },
  {
    says: "RFC 6376 3.6.2.2: junk beside the key",
    keys: { default: ["hello", GOOD] },
    codes: ["several_records"],
    status: "invalid",
    found: ["valid"],
  },
  {
    says: "RFC 6376 3.6.2.2: a broken key before it",
    keys: { default: ["v=DKIM1; k=rsa", GOOD] },
    codes: ["key_invalid", "several_records"],
    status: "invalid",
    found: ["valid"],
  },
  {
    says: "RFC 6376 3.6.2.2: other text alone is no key",
    keys: { default: "v=spf1 -all" },
    codes: ["not_found"],
    status: "unknown",
    conclusion: "not_found_in_tried",
    found: ["not_a_key"],
  },
  // Tests of texts that are no key (RFC 6376 3.6.1: p is required; 6.1.2: verifiers return PERMFAIL).
  ...[
    ["the key without tags", RSA_2048],
    ["the key as a PEM file", `-----BEGIN PUBLIC KEY-----\n${RSA_2048}\n-----END PUBLIC KEY-----`],
    ["RFC 6376 3.2: tags in capitals", `V=DKIM1; K=rsa; P=${RSA_2048}`],
  ].flatMap(([says = "", text = ""]): Case[] => [
    { says, selector: "mine", keys: { mine: text }, codes: ["not_a_key"], status: "invalid" },
    {
      says: `${says}, guessed`,
      keys: { google: text },
      codes: ["not_a_key", "not_found"],
      status: "invalid",
    },
  ]),
  {
    says: "RFC 8463 4.2: 32 octets in base64 at a guessed selector may be the token of another service",
    keys: { google: ED25519 },
    codes: ["not_found"],
    status: "unknown",
  },
  ...["v=spf1 -all", "v=DMARC1; p=reject", "", "k=rsa; t=s", RSA_2048.slice(0, 99), ED25519].map(
    (text): Case => ({
      says: `RFC 6376 3.6.1: the given selector has "${text}"`,
      selector: "mine",
      keys: { mine: text },
      codes: ["not_a_key"],
      status: "invalid",
      conclusion: "not_found_in_tried",
      found: ["not_a_key"],
    }),
  ),
  {
    says: "RFC 6376 3.2: the tag p in capitals",
    keys: { google: `v=DKIM1; k=rsa; P=${RSA_2048}` },
    codes: ["key_invalid"],
    status: "invalid",
  },
  // Tests of selectors that are aliases (RFC 6376 3.6.2.1).
  {
    says: "RFC 6376 3.6.2.1: an alias",
    dns: { [`google.${BELOW} CNAME`]: ["k.example.net."], "k.example.net TXT": [GOOD] },
    codes: [],
    status: "valid",
    found: ["valid"],
  },
  {
    says: "RFC 6376 6.1.2: an alias to nothing",
    dns: { [`google.${BELOW} CNAME`]: ["k.example.net."] },
    codes: ["alias_unused", "not_found"],
    status: "unknown",
    conclusion: "not_found_in_tried",
    found: ["missing"],
  },
  {
    says: "RFC 6376 6.1.2: to a name with other records",
    dns: { [`google.${BELOW} CNAME`]: ["k.example.net."], "k.example.net A": ["93.184.215.14"] },
    codes: ["alias_unused", "not_found"],
    status: "unknown",
  },
  {
    says: "RFC 6376 6.1.2: to one that could not be determined",
    dns: { ...KEPT, [`google.${BELOW} CNAME`]: ["k.example.net."], "k.example.net TXT": "servfail" },
    codes: [],
    status: "unknown",
    conclusion: "unknown",
    found: [],
  },
  // Tests of NXDOMAIN answers for `_domainkey`, which prove that no selector exists (RFC 8020 2).
  {
    says: "RFC 8020 2: no _domainkey: nothing is below it",
    codes: ["absent"],
    status: "absent",
    conclusion: "proven_absent",
  },
  {
    says: "RFC 8020 2: who sends nothing needs none",
    parked: true,
    codes: [],
    status: "not_applicable",
    conclusion: "proven_absent",
  },
  {
    says: "RFC 8020 2: it is there: that proves nothing",
    dns: KEPT,
    codes: ["not_found"],
    status: "unknown",
    conclusion: "not_found_in_tried",
  },
  {
    says: "RFC 8020 2: and is none of who sends nothing",
    dns: KEPT,
    parked: true,
    codes: [],
    status: "not_applicable",
    conclusion: "not_found_in_tried",
  },
  {
    says: "RFC 8020 2: a server that denies _domainkey wrongly",
    providers: ["Google Workspace"],
    keys: { google: GOOD },
    denying: true,
    codes: ["nxdomain_contradicted"],
    status: "valid",
    conclusion: "found",
  },
  {
    says: "RFC 6376 6.1.2: the given selector",
    selector: "mine",
    keys: { mine: GOOD },
    codes: [],
    status: "valid",
    found: ["valid"],
  },
  { says: "RFC 6376 6.1.2: has dots", selector: "a.b", keys: { "a.b": GOOD }, codes: [], status: "valid" },
  {
    says: "RFC 6376 6.1.2: has no key",
    selector: "mine",
    dns: KEPT,
    codes: ["selector_missing"],
    status: "invalid",
  },
  {
    says: "RFC 6376 6.1.2: has none, and another has",
    selector: "mine",
    keys: { google: GOOD },
    codes: ["selector_missing"],
    status: "invalid",
    conclusion: "found",
  },
  {
    says: "RFC 8020 2: nor can it have one",
    selector: "mine",
    codes: ["selector_missing", "absent"],
    status: "invalid",
    conclusion: "proven_absent",
  },
  {
    says: "RFC 6376 6.1.2: the given one is an alias to nothing",
    selector: "mine",
    dns: { [`mine.${BELOW} CNAME`]: ["k.example.net."] },
    codes: ["alias_dangling"],
    status: "invalid",
  },
  {
    says: "RFC 6376 6.1.2: the given one could not be determined",
    selector: "mine",
    dns: { ...KEPT, [at("mine")]: "servfail" },
    codes: [],
    status: "unknown",
    conclusion: "unknown",
  },
  // Tests of wildcards, which make every selector exist (RFC 4592).
  {
    says: "RFC 4592 2.2: every selector has a key",
    keys: { "*": GOOD },
    codes: ["wildcard"],
    status: "unknown",
    conclusion: "not_found_in_tried",
    found: [],
  },
  {
    says: "RFC 4592 2.2: the given one too",
    selector: "mine",
    keys: { "*": GOOD },
    codes: ["wildcard"],
    status: "warning",
    conclusion: "found",
    found: ["valid"],
  },
  {
    says: "RFC 4592 2.2: the given one has its own",
    selector: "mine",
    keys: { "*": "v=spf1 -all", mine: GOOD },
    codes: ["wildcard"],
    status: "warning",
    found: ["valid"],
  },
  {
    says: "RFC 4592 2.2: a wildcard for all below the domain",
    keys: { "*": "v=spf1 -all" },
    dns: { [PARENT]: ["v=spf1 -all"] },
    codes: ["absent_wildcard"],
    status: "absent",
    conclusion: "proven_absent",
  },
  {
    says: "RFC 4592 2.2: a wildcard for all below the domain that is an alias",
    dns: { [`randomrandom.${BELOW} CNAME`]: ["w.example.net."], [`${BELOW} CNAME`]: ["w.example.net."] },
    codes: ["absent_wildcard"],
    status: "absent",
    conclusion: "proven_absent",
  },
  {
    says: "RFC 4592 2.2: a wildcard for all below the domain whose text is a key gives every selector this key",
    keys: { "*": GOOD },
    dns: { [PARENT]: [GOOD] },
    codes: ["wildcard"],
    status: "unknown",
    conclusion: "not_found_in_tried",
  },
  {
    says: "RFC 6376 3.6.1: a wildcard for all below the domain with an empty p= revokes every key",
    keys: { "*": REVOKED },
    dns: { [PARENT]: [REVOKED] },
    codes: ["not_found"],
    status: "unknown",
    conclusion: "not_found_in_tried",
  },
  {
    says: "RFC 6376 6.1.2: the given selector gets the wildcard's text, which is no key",
    selector: "mine",
    keys: { "*": RSA_2048 },
    dns: { [PARENT]: [RSA_2048] },
    codes: ["absent_wildcard", "selector_missing"],
    status: "invalid",
    conclusion: "proven_absent",
  },
  {
    says: "RFC 4592 2.2: a wildcard alias",
    dns: { [`randomrandom.${BELOW} CNAME`]: ["k.example.net."] },
    codes: ["wildcard"],
    status: "unknown",
  },
  {
    says: "RFC 6376 3.6.1: by a wildcard all are withdrawn: who sends nothing does so",
    parked: true,
    keys: { "*": REVOKED },
    codes: [],
    status: "not_applicable",
    conclusion: "not_found_in_tried",
  },
  {
    says: "RFC 6376 3.6.1: and one who sends may",
    keys: { "*": REVOKED },
    codes: ["not_found"],
    status: "unknown",
    conclusion: "not_found_in_tried",
  },
];

function evaluate(one: Partial<Case>) {
  const keys = Object.entries(one.keys ?? {}).map(([selector, texts]) => [
    at(selector),
    typeof texts === "string" ? [texts] : texts,
  ]);
  return evaluateDns({ ...HERE, ...one.dns, ...Object.fromEntries(keys) }, one);
}

function evaluateDns(
  written: Dns,
  { selector = null, providers = [], parked = false, secure = false, denying = false }: Context,
) {
  // A wildcard answers for the random selector, and for a given selector that does not exist.
  const wild = written[at("*")];
  const dns =
    wild === undefined ? written : { [RANDOM]: wild, ...(selector && { [at(selector)]: wild }), ...written };
  const { value, asked, rounds } = replay({ dns, secure }, (answers) =>
    lookUpDkim(denying ? denied(answers) : answers, { domain: DOMAIN, selector, providers }),
  );
  const section = dkimSection(value, { domain: DOMAIN, parked, quiet: parked });
  return { ...section, dns: written, asked, rounds };
}

function denied(answers: ReportAnswers): ReportAnswers {
  return {
    ...answers,
    dns(name, type) {
      const answer = answers.dns(name, type);
      const outcome = { kind: "absent", how: "nxdomain" } as const;
      return name === BELOW && !answer.pending ? { ...answer, outcome, denied: true } : answer;
    },
  };
}

const short = (codes: readonly string[]) => codes.map((code) => code.replace("mail.dkim_", "")).sort();

/** Returns the DNS records after a recommendation is followed. */
function after(dns: Dns, { publish, remove }: ReturnType<typeof evaluate>["recommendations"][number]): Dns {
  const next: Record<string, Dns[string]> = { ...dns };
  const values = (key: string) => (next[key] ?? []) as readonly string[];
  for (const { name, type, value } of remove) {
    const key = `${name} ${type}`;
    expect(values(key)).toContain(value);
    next[key] = values(key).filter((one) => one !== value);
  }
  for (const { name, type, value } of publish)
    next[`${name} ${type}`] = [...values(`${name} ${type}`), value];
  return Object.fromEntries(Object.entries(next).filter(([, left]) => left.length > 0));
}

test.each(cases.map((one) => [one.says, one] as const))("%s", (_, one) => {
  const { data, findings, recommendations, dns } = evaluate(one);
  expect([short(data.findings), data.status]).toEqual([[...one.codes].sort(), one.status]);
  if (one.conclusion !== undefined) expect(data.conclusion).toBe(one.conclusion);
  if (one.found !== undefined) expect(data.found.map(({ status }) => status)).toEqual([...one.found]);
  expect(Value.Errors(DkimData, data).First()).toBeUndefined();
  for (const { severity, fix } of findings) if (severity !== "info") expect(fix).not.toBeNull();
  for (const recommendation of recommendations) {
    const next = evaluateDns(after(dns, recommendation), one);
    expect(next.data.findings.filter((code) => recommendation.codes.includes(code))).toEqual([]);
    const worse = next.findings.filter(
      ({ code, severity }) => ["error", "critical"].includes(severity) && !data.findings.includes(code),
    );
    expect(worse).toEqual([]);
  }
});

test("every finding occurs in a case, and is missing in another case", () => {
  const met = new Set(cases.flatMap(({ codes }) => codes));
  expect(short(Object.keys(DKIM_FINDINGS)).filter((code) => !met.has(code))).toEqual([]);
  for (const code of met) expect(cases.some(({ codes }) => !codes.includes(code))).toBe(true);
});

test("what a record can fix has a recommendation", () => {
  const fixed = new Set(cases.flatMap((one) => evaluate(one).recommendations.flatMap(({ codes }) => codes)));
  expect(short([...fixed])).toEqual([
    "enclosed_key",
    "key_invalid",
    "not_a_key",
    "not_for_mail",
    "pkcs1",
    "several_records",
    "sha1_only",
    "test_flag",
    "version",
    "wildcard",
  ]);
});

test("fixed keys keep the valid tags", () => {
  const better = (text: string | readonly string[]) =>
    evaluate({ keys: { google: text } }).recommendations.map(({ publish, remove }) => [
      publish.map(({ value }) => value),
      remove.length,
    ]);
  expect(better(`v=DKIM1; k=rsa; t=y:s; n=x; p=${RSA_2048}`)).toEqual([
    [[`v=DKIM1; k=rsa; t=s; n=x; p=${RSA_2048}`], 1],
  ]);
  expect(better(`k=rsa; h=sha1; s=other; v=DKIM1; p=${RSA_2048}`)).toEqual([[[GOOD], 1]]);
  expect(better(`v=DKIM1; p=${RSA_2048_BARE}`)).toEqual([[[`v=DKIM1; p=${RSA_2048}`], 1]]);
  expect(better(`v=DKIM1; k=ed25519; p=${ENCLOSED}`)).toEqual([[[SMALL], 1]]);
  expect(better(["junk", GOOD, "more junk"])).toEqual([[[], 2]]);
  expect(better(`v=DKIM1; rsa; p=${RSA_2048}`)).toEqual([[[`v=DKIM1; p=${RSA_2048}`], 1]]);
  expect(better(["v=DKIM1; k=rsa", GOOD])).toEqual([[[], 1]]);
  expect(better([GOOD, `p=${RSA_1024}`])).toEqual([]);
  expect(better(GOOD)).toEqual([]);
  for (const meant of [RSA_2048, `V=DKIM1; K=rsa; P=${RSA_2048}`, `v=DKIM1; k=rsa; P=${RSA_2048}`])
    expect(better(meant)).toEqual([[[GOOD], 1]]);
  expect(better(ED25519)).toEqual([]);
  const named = evaluate({ selector: "mine", keys: { mine: ED25519 } }).recommendations;
  expect(named.map(({ publish }) => publish.map(({ value }) => value))).toEqual([[SMALL]]);
});

test("a provider's key behind an alias gets no recommended record", () => {
  const dns = {
    [`google.${BELOW} CNAME`]: ["k.example.net."],
    "k.example.net TXT": [`v=DKIM1; t=y; p=${RSA_2048}`],
  };
  const { data, recommendations } = evaluate({ dns });
  expect([short(data.findings), data.found[0]?.aliases, recommendations]).toEqual([
    ["test_flag"],
    ["k.example.net"],
    [],
  ]);
});

test("selectors are tried in order: given, provider's, common, and rare ones only if nothing was found", () => {
  const selectors = (asked: readonly string[]) => asked.map((key) => key.replace(`.${PARENT}`, ""));
  const rest = (list: typeof LIKELY, ...without: readonly string[]) =>
    list.map(([one]) => one).filter((one) => !without.includes(one));
  const start = [PARENT, "randomrandom"];
  const all = evaluate({ dns: KEPT, selector: "mine", providers: ["Microsoft 365"] });
  const microsoft = ["selector1", "selector2", "selector3"];
  expect(selectors(all.asked)).toEqual([
    ...start,
    "mine",
    ...microsoft,
    ...rest(LIKELY, ...microsoft),
    ...rest(RARE, ...microsoft),
  ]);
  expect(all.rounds).toBe(3);
  expect(all.data.tried.map(({ selector, source }) => `${selector} ${source}`).slice(0, 5)).toEqual([
    "mine given",
    "selector1 provider",
    "selector2 provider",
    "selector3 provider",
    "google common",
  ]);
  const found = evaluate({ keys: { google: GOOD } });
  expect(selectors(found.asked)).toEqual([...start, ...rest(LIKELY)]);
  const both = evaluate({ dns: KEPT, selector: "google" });
  expect(selectors(both.asked)).toEqual([...start, "google", ...rest(LIKELY, "google"), ...rest(RARE)]);
});

test("nothing is guessed behind a wildcard, or where _domainkey is denied or unknown", () => {
  const names = (one: Partial<Case>) => evaluate(one).asked.map((key) => key.replace(`.${PARENT}`, ""));
  const start = [PARENT, "randomrandom"];
  expect(names({ keys: { "*": GOOD } })).toEqual(start);
  expect(names({ keys: { "*": GOOD }, selector: "mine", providers: ["Google Workspace"] })).toEqual([
    ...start,
    "mine",
  ]);
  expect(names({})).toEqual(start);
  expect(names({ selector: "mine" })).toEqual([...start, "mine"]);
  expect(names({ dns: { [PARENT]: "timeout" }, providers: ["Google Workspace"] })).toEqual(start);
  // The provider's selectors are looked up as a cross-check, because some name servers wrongly deny a name that has no
  // records itself but has names below it (RFC 8020 2).
  expect(names({ providers: ["Microsoft 365"] })).toEqual([...start, "selector1", "selector2", "selector3"]);
  expect(names({ providers: ["Fastmail", "Mailgun", "Salesforce"] }).length).toBe(2 + 6);
});

test("nothing is guessed while the providers are not known", () => {
  const { value, asked } = replay({ dns: { ...HERE, ...KEPT } }, (answers) =>
    lookUpDkim(answers, { domain: DOMAIN, selector: "mine", providers: null }),
  );
  expect([asked, value.tried.length]).toEqual([[PARENT, RANDOM, at("mine")], 1]);
});

test("a correctly parked domain needs no DKIM key (RFC 7208 10.1.2, RFC 7505, RFC 6376 3.6.1)", () => {
  const parked = { ...HERE, "example.com MX": ["0 ."], "example.com TXT": ["v=spf1 -all"] };
  const policy = { "_dmarc.example.com TXT": ["v=DMARC1; p=reject; rua=mailto:a@example.com"] };
  for (const keys of [
    {},
    { [RANDOM]: [REVOKED], [at("*")]: [REVOKED] },
    KEPT,
    { [at("default")]: [REVOKED] },
  ]) {
    const { data, codes } = reportOf(
      { dns: { ...parked, ...policy, ...keys } },
      { domain: DOMAIN, selector: null },
    );
    expect([data.role, data.dkim.status]).toEqual(["parked", "not_applicable"]);
    const revoked = at("default") in keys ? ["dkim_key_revoked"] : [];
    expect(codes.filter((code) => /^(spf|dkim)_/.test(code))).toEqual(revoked);
    expect(codes).toContain("parked_well");
  }
});

test("a failed lookup makes the result unknown, never absent", () => {
  for (const reason of ["servfail", "timeout", "refused", "budget"] as const) {
    const broken = [{ [PARENT]: reason }, { ...KEPT, [RANDOM]: reason }];
    for (const dns of broken) {
      const { data } = evaluate({ dns });
      expect([data.conclusion, data.status, data.reason, data.proof, data.findings]).toEqual([
        "unknown",
        "unknown",
        reason,
        null,
        [],
      ]);
    }
    const given = evaluate({ selector: "mine", dns: { ...KEPT, [at("mine")]: reason } }).data;
    expect([given.conclusion, given.reason, given.findings, given.tried[0]]).toEqual([
      "unknown",
      reason,
      [],
      { selector: "mine", source: "given", status: "unknown", reason },
    ]);
    const all = Object.fromEntries([...LIKELY, ...RARE].map(([selector]) => [at(selector), reason]));
    expect(evaluate({ dns: { ...KEPT, ...all } }).data).toMatchObject({
      conclusion: "unknown",
      reason,
      findings: [],
    });
    const one = evaluate({ dns: { ...KEPT, [at("google")]: reason } }).data;
    expect(one.tried.find(({ selector }) => selector === "google")).toMatchObject({
      status: "unknown",
      reason,
    });
  }
});

test("a proof says whether DNSSEC backs it", () => {
  expect(evaluate({}).data.proof).toEqual({ name: BELOW, secure: false });
  expect(evaluate({ secure: true }).data.proof).toEqual({ name: BELOW, secure: true });
  expect(evaluate({ dns: KEPT, secure: true }).data.proof).toBeNull();
});

test("hostile records are parsed in linear time, and shown truncated", () => {
  // Length of the texts, in characters. A parser that takes quadratic time would exceed the test's time limit.
  const long = 600_000;
  const texts = [
    `v=DKIM1; p=${"A".repeat(long)}`,
    `v=DKIM1; n=${"x".repeat(long)}; p=`,
    `v=DKIM1;${"a=1;".repeat(long / 4)}`,
    `v=DKIM1; t=${"y:".repeat(long / 2)}; p=`,
    `v=DKIM1; p=${"\\255".repeat(long / 4)}`,
    `v=DKIM1; k=${"k".repeat(long)}; p=A`,
  ];
  for (const text of [
    ...texts.map((one) => [one]),
    texts,
    Array.from({ length: 3000 }, (_, i) => `v=DKIM1; p=${i}`),
  ]) {
    const { data, findings } = evaluate({
      keys: Object.fromEntries(LIKELY.map(([selector]) => [selector, text])),
    });
    expect(findings.length).toBeLessThan(100);
    expect(data.records.length).toBeLessThanOrEqual(50);
  }
});

test.each([
  "google._domainkey",
  "google._domainkey.example.com",
  "Google._domainKey.Example.com.",
  " google ",
])("the whole name of a key record is taken for its selector (RFC 6376 3.6.2.1): %s", (sent) => {
  const read = contract.params.selector.parse(sent, { allow: [], deny: { names: [], blocks: [] } });
  expect(read).toEqual({ ok: true, value: "google" });
});

test("a record at _domainkey itself is not a selector", () => {
  const rules = { allow: [], deny: { names: [], blocks: [] } };
  for (const sent of ["_domainkey", "_domainkey.example.com", "a..b"])
    expect([sent, contract.params.selector.parse(sent, rules).ok]).toEqual([sent, false]);
});

const CAUSED = ["mail.dkim_not_a_key", "mail.dkim_key_invalid"];

test("a finding about a text that is no key says why", () => {
  const causes = [
    [RSA_2048, "the key stands alone, and the tag p= is missing"],
    [`V=DKIM1; K=rsa; P=${RSA_2048}`, "its tags are in capitals, but tag names are case-sensitive"],
    ["v=spf1 -all", "it has v=spf1 instead of v=DKIM1"],
    ["v=DMARC1; p=none", "it has v=DMARC1 instead of v=DKIM1"],
    ['v="DKIM1"; p=AAAA', 'it has v="DKIM1" instead of v=DKIM1'],
    [`k=rsa p=${RSA_2048}`, "a semicolon is missing before p="],
    [`v=DKIM1; k=rsa, p=${RSA_2048}`, "a semicolon is missing before p="],
    ["k=rsa", "the tag p= is missing"],
    ["v=DKIM1; P=AAAA", "the tag p= is missing (tag names are case-sensitive)"],
    [`v=DKIM1 k=rsa p=${RSA_2048}`, "a semicolon is missing before p="],
    [GOOD.slice(0, -40), "p= is not a complete key in base64"],
  ] as const;
  for (const [text, cause] of causes) {
    const { findings } = evaluate({ selector: "mine", keys: { mine: text } });
    const subjects = findings.flatMap(({ code, subject }) => (CAUSED.includes(code) ? [subject] : []));
    expect(subjects).toEqual([`mine: ${cause}`]);
  }
});
