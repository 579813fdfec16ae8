import { expect, test } from "bun:test";
import { type DmarcProblem, isDmarc, isNearDmarc, parseDmarc, standingOf, weakened } from "./record.ts";

const DRAFT = "(read in draft-ietf-dmarc-dmarcbis-41)";
const NOTES = "(an implementation's notes)";

const starts: readonly (readonly [says: string, text: string, is: boolean, near: boolean])[] = [
  [`RFC 9989 4.8 ${DRAFT}: the version alone`, "v=DMARC1", true, false],
  [`RFC 9989 4.8 ${DRAFT}: with a semicolon`, "v=DMARC1;", true, false],
  [`RFC 9989 4.8 ${DRAFT}: white space around =`, "v \t=\t DMARC1;p=none", true, false],
  [`RFC 9989 4.8 ${DRAFT}: white space before ;`, "v=DMARC1 \t ; p=none", true, false],
  [`RFC 9989 4.8 ${DRAFT}: white space at the end`, "v=DMARC1  ", true, false],
  [`RFC 9989 4.8 ${DRAFT}: v in any case`, "V=DMARC1; p=none", true, false],
  [`RFC 9989 4.7 ${DRAFT}: DMARC1 in capitals alone`, "v=dmarc1; p=none", false, true],
  [`RFC 9989 4.7 ${DRAFT}: DMARC1 in capitals alone`, "v=Dmarc1; p=none", false, true],
  [`RFC 9989 4.8 ${DRAFT}: nothing behind the version`, "v=DMARC1x; p=none", false, true],
  [`RFC 9989 4.8 ${DRAFT}: another version`, "v=DMARC2; p=none", false, true],
  [`RFC 9989 4.8 ${DRAFT}: two digits`, "v=DMARC10", false, true],
  [`RFC 9989 4.7 ${DRAFT}: v comes first`, "p=none; v=DMARC1", false, true],
  [`RFC 9989 4.8 ${DRAFT}: no semicolon`, "v=DMARC1 p=none", false, true],
  [`RFC 9989 4.8 ${DRAFT}: a comma`, "v=DMARC1, p=none", false, true],
  [`RFC 9989 4.8 ${DRAFT}: white space in front`, " v=DMARC1; p=none", false, true],
  [`RFC 9989 4.8 ${DRAFT}: quotes of a zone file`, '"v=DMARC1; p=none"', false, true],
  [`RFC 9989 4.8 ${DRAFT}: no version`, "p=reject; rua=mailto:a@example.com", false, true],
  [`RFC 9989 4.8 ${DRAFT}: no name`, "DMARC1; p=reject", false, true],
  [`RFC 9989 4.8 ${DRAFT}: a line end is no white space`, "v=DMARC1\n; p=none", false, true],
  [`RFC 9989 4.10 ${DRAFT}: another kind of record`, "v=spf1 -all", false, false],
  ["no near miss: SPF that names a host of dmarc", "v=spf1 include:dmarc1.example.com -all", false, false],
  ["no near miss: a key", "v=DKIM1; k=rsa; p=none", false, false],
  ["no near miss: a verification", "google-site-verification=dmarc", false, false],
  ["nothing", "", false, false],
];

test.each(starts)("%s: %s", (_, text, is, near) => {
  expect([isDmarc(text), isNearDmarc(text)]).toEqual([is, near]);
});

type ExpectedRecord = Partial<Omit<ReturnType<typeof parseDmarc>, "problems" | "text" | "tags">>;
type Row = readonly [
  says: string,
  tags: string,
  read: ExpectedRecord,
  problems?: readonly DmarcProblem["kind"][],
];

const rows: readonly Row[] = [
  [
    `RFC 9989 4.7 ${DRAFT}: the defaults`,
    "p=none",
    {
      ...{ p: "none", sp: null, np: null, adkim: "r", aspf: "r", psd: "u", test: false, pct: null },
      ...{ fo: ["0"], rua: null, ruf: null, wrongPolicies: [] },
    },
  ],
  [
    `RFC 9989 4.8 ${DRAFT}: values in any case`,
    "p=Reject; sp=QUARANTINE; np=None; adkim=S; aspf=S; t=Y; psd=N; fo=1:D:S",
    {
      ...{ p: "reject", sp: "quarantine", np: "none", adkim: "s", aspf: "s", test: true, psd: "n" },
      fo: ["1", "d", "s"],
    },
  ],
  [
    `RFC 9989 4.8 ${DRAFT}: in any order`,
    "adkim=s; p=reject",
    { p: "reject", adkim: "s" },
    ["order"], // Only RFC 7489 6.3 requires `p` to be the second tag; RFC 9989 does not.
  ],
  [`tag names in any case ${NOTES}`, "P=reject; SP=none", { p: "reject", sp: "none" }, ["case", "case"]],
  [`RFC 9989 4.8 ${DRAFT}: no value`, "p=reject; adkim=", { p: "reject", adkim: "r" }, ["syntax"]],
  [`RFC 9989 4.8 ${DRAFT}: rua without a value is none`, "p=reject; rua=", { rua: null }, ["syntax"]],
  [`RFC 9989 4.8 ${DRAFT}: not ASCII`, "p=reject; x=ü", { p: "reject" }, ["syntax"]],
  [`RFC 9989 4.8 ${DRAFT}: a name with a digit`, "p=reject; p2=none", { p: "reject" }, ["syntax"]],
  [`RFC 9989 4.8 ${DRAFT}: a name with a hyphen`, "p=reject; s-p=none", { sp: null }, ["syntax"]],
  [`RFC 9989 4.8 ${DRAFT}: two semicolons`, "p=reject;; sp=none", { p: "reject", sp: "none" }, ["syntax"]],
  [`RFC 9989 4.8 ${DRAFT}: a word alone`, "p=reject; foo", { p: "reject" }, ["syntax"]],
  [`RFC 9989 4.8 ${DRAFT}: no name`, "p=reject; =foo", { p: "reject" }, ["syntax"]],
  [`RFC 9989 4.7 ${DRAFT}: tags that there are not`, "p=reject; foo=bar", { p: "reject" }, ["unknown_tag"]],
  [`RFC 9989 4.8 ${DRAFT}: = within a value`, "p=reject; foo=a=b", { p: "reject" }, ["unknown_tag"]],
  [
    "RFC 6376 3.2 (general knowledge, not read at the source): twice",
    "p=reject; p=none",
    { p: "reject" },
    ["duplicate"],
  ],
  [
    "RFC 6376 3.2 (general knowledge, not read at the source): twice, and empty first",
    "p=; p=none",
    { p: null, wrongPolicies: ["p"] },
    ["syntax", "duplicate", "policy"],
  ],
  ["twice, in another case", "p=reject; P=none", { p: "reject" }, ["duplicate"]],
  [`RFC 9989 4.10.1 ${DRAFT}: no p`, "sp=reject", { p: null, sp: "reject", wrongPolicies: [] }],
  [`RFC 9989 4.10.1 ${DRAFT}: p is none`, "p=monitor", { p: null, wrongPolicies: ["p"] }, ["policy"]],
  [`RFC 9989 4.10.1 ${DRAFT}: sp is none`, "p=none; sp=no", { sp: null, wrongPolicies: ["sp"] }, ["policy"]],
  [`RFC 9989 4.10.1 ${DRAFT}: np is none`, "p=none; np=no", { np: null, wrongPolicies: ["np"] }, ["policy"]],
  [`RFC 9989 4.7 ${DRAFT}: adkim, aspf`, "p=none; adkim=x; aspf=x", { adkim: "r" }, ["value", "value"]],
  [`RFC 9989 4.7 ${DRAFT}: a wrong psd is u`, "p=none; psd=yes", { psd: "u" }, ["value"]],
  [`RFC 9989 4.7 ${DRAFT}: a wrong t is n`, "p=none; t=yes", { test: false }, ["value"]],
  [`RFC 9989 4.8 ${DRAFT}: fo`, "p=none; fo=d:s:0", { fo: ["d", "s", "0"] }],
  [`RFC 9989 4.8 ${DRAFT}: fo`, "p=none; fo=d:1:s", { fo: ["d", "1", "s"] }],
  [`RFC 9989 4.8 ${DRAFT}: fo`, "p=none; fo=d:s", { fo: ["d", "s"] }],
  [`RFC 9989 4.8 ${DRAFT}: 0 and 1`, "p=none; fo=0:1", { fo: ["0"] }, ["value"]],
  [`RFC 9989 4.8 ${DRAFT}: d twice`, "p=none; fo=d:d", { fo: ["0"] }, ["value"]],
  [`RFC 9989 4.8 ${DRAFT}: white space in fo`, "p=none; fo=1 : d", { fo: ["0"] }, ["value"]],
  [`RFC 9989 4.8 ${DRAFT}: fo, another letter`, "p=none; fo=x", { fo: ["0"] }, ["value"]],
  [`RFC 9989 9.3 ${DRAFT}: removed`, "p=none; rf=afrf; ri=1", { pct: null }, ["removed", "removed"]],
  [`RFC 9989 9.3 ${DRAFT}: pct`, "p=none; pct=50", { pct: 50 }, ["removed"]],
  [
    "RFC 7489 6.3 (general knowledge, not read at the source): pct over 100",
    "p=none; pct=101",
    { pct: null },
    ["removed"],
  ],
];

test.each(rows)("%s: %s", (_, tags, read, problems = []) => {
  const record = parseDmarc(`v=DMARC1; ${tags}`);
  expect(record).toMatchObject(read);
  expect(record.problems.map(({ kind }) => kind).toSorted()).toEqual(problems.toSorted());
});

const standings: readonly (readonly [says: string, tags: string, standing: ReturnType<typeof standingOf>])[] =
  [
    [`RFC 9989 4.10.1 ${DRAFT}: a policy`, "p=reject", "as_written"],
    [`RFC 9989 4.10.1 ${DRAFT}: no p, reports`, "rua=mailto:a@example.com", "none"],
    [`RFC 9989 4.10.1 ${DRAFT}: no p, no reports`, "sp=reject", "void"],
    [`RFC 9989 4.10.1 ${DRAFT}: no p, failure reports alone`, "ruf=mailto:a@example.com", "void"],
    [`RFC 9989 4.10.1 ${DRAFT}: a wrong p, reports`, "p=x; rua=mailto:a@example.com", "none"],
    [`RFC 9989 4.10.1 ${DRAFT}: a wrong sp takes p with it`, "p=reject; sp=x", "void"],
    [`RFC 9989 4.10.1 ${DRAFT}: and with reports`, "p=reject; sp=x; rua=mailto:a@example.com", "none"],
    [`RFC 9989 4.10.1 ${DRAFT}: a wrong np does too`, "p=reject; np=x", "void"],
    [`RFC 9989 4.10.1 ${DRAFT}: one of two is a URI`, "rua=a@example.com,mailto:a@example.com", "none"],
    [`RFC 9989 4.10.1 ${DRAFT}: an address is no URI`, "rua=a@example.com", "void"],
    [`RFC 9989 4.7 ${DRAFT}: any scheme is a URI`, "rua=tel:+1-202-555-0100", "none"],
    [`a mailto of nothing ${NOTES}`, "p=reject; sp=nope; rua=mailto:", "void"],
    [`RFC 9989 4.8 ${DRAFT}: rua of nothing`, "rua=", "void"],
    [`RFC 9989 4.8 ${DRAFT}: the version alone`, "", "void"],
  ];

test.each(standings)("%s: %s", (_, tags, standing) => {
  expect(standingOf(parseDmarc(`v=DMARC1; ${tags}`))).toBe(standing);
});

test(`RFC 9989 4.7 ${DRAFT}: t=y weakens a policy by one step`, () => {
  expect((["reject", "quarantine", "none"] as const).map(weakened)).toEqual(["quarantine", "none", "none"]);
});

test(`RFC 9989 4.8 ${DRAFT}: a size is ignored`, () => {
  const { rua, problems } = parseDmarc("v=DMARC1; p=none; rua=mailto:a@example.com!10m");
  expect(rua?.map(({ uri, problem }) => [uri, problem])).toEqual([["mailto:a@example.com", null]]);
  expect(problems.map(({ kind }) => kind)).toEqual(["size_suffix"]);
});

test("hostile records are read in linear time and up to a limit", () => {
  // Length of the test records, in characters. At this length a parser that takes quadratic time exceeds the test's
  // time limit.
  const long = 1_000_000;
  const texts = [
    `v=DMARC1${" ".repeat(long)}x`,
    `v${" ".repeat(long)}=DMARC1`,
    `v${"\t ".repeat(long / 2)}x`,
    `v=DMARC1;${";".repeat(long)}`,
    `v=DMARC1;${"p=none;".repeat(long / 7)}`,
    `v=DMARC1; p=${"none".repeat(long / 4)}`,
    `v=DMARC1; fo=${"0:".repeat(long / 2)}`,
    `v=DMARC1; rua=${"mailto:a@example.com,".repeat(long / 21)}`,
    `v=DMARC1; p=none; x=${"\ufffd".repeat(long)}`,
    `${"v=dmarc".repeat(long / 7)}`,
    `${"p = ".repeat(long / 4)}`,
  ];
  for (const text of texts) {
    isNearDmarc(text);
    if (isDmarc(text)) expect(parseDmarc(text).problems.length).toBeLessThan(500);
  }
});
