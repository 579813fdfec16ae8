import { expect, test } from "bun:test";
import type { Answer } from "@dnstools/core/report/answer";
import type { Block, Section, ToolReport } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { reportMail } from "../report.ts";
import { MAIL_DOMAIN, reportOf } from "../test/report.ts";
import { spfBranches } from "./spf-tree.ts";

type Dns = typeof MAIL_DOMAIN;

/** Returns the report of a test domain with the given DNS records. */
function reportFor(dns: Dns, texts: { readonly spf?: string; readonly dmarc?: string } = {}): ToolReport {
  const { data, findings } = reportOf({ dns }, { domain: "example.com", selector: null, ...texts });
  const summary = { status: data.summary.verdict.status, text: "" };
  return reportMail({
    data,
    findings,
    summary,
    query: {},
    links: { related: [DNS] },
  } as unknown as Answer<MailData>);
}

function sectionOf({ sections }: ToolReport, heading: string): Section | undefined {
  return sections.find((one) => one.heading === heading);
}

function blocksOf<Kind extends Block["kind"]>(section: Section | undefined, kind: Kind) {
  return (section?.blocks ?? []).filter(
    (block): block is Extract<Block, { kind: Kind }> => block.kind === kind,
  );
}

const DNS = { tool: "dns", href: "/api/v1/dns?domain=example.com" };
const COSTS = "Which terms use up the DNS lookups?";
const CARD = "How is the mail of this domain set up?";

test("the term that exceeds the limit is marked, and each include shows its lookups", () => {
  const section = sectionOf(
    reportFor({
      ...MAIL_DOMAIN,
      "example.com TXT": ["v=spf1 include:a.example.net include:b.example.net mx -all"],
      "a.example.net TXT": [`v=spf1 ${hosts("a", 5)} -all`],
      "b.example.net TXT": [`v=spf1 ${hosts("b", 3)} -all`],
      ...Object.fromEntries(
        [...hosts("a", 5).split(" "), ...hosts("b", 3).split(" ")].map((term) => [
          `${term.slice(2)} A`,
          ["93.184.215.16"],
        ]),
      ),
    }),
    COSTS,
  );
  expect(section?.status).toBe("fail");
  const [root] = blocksOf(section, "tree").flatMap(({ branches }) => branches);
  const top = root?.children.map(({ text, status }) => [JSON.stringify(text), status]);
  expect(top?.map(([, status]) => status)).toEqual(["none", "none", "fail"]);
  expect(top?.[0]?.[0]).toContain("6 lookups");
  expect(top?.[2]?.[0]).toContain("exceeds the limit of 10");
});

function hosts(letter: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `a:${letter}${at}.example.net`).join(" ");
}

test("unknown parts show their reason on the card, and have no section without details", () => {
  const report = reportFor({
    "example.com MX": "servfail",
    "example.com A": "servfail",
    "example.com AAAA": "servfail",
    "example.com TXT": "servfail",
    "_dmarc.example.com TXT": "servfail",
  });
  const card = blocksOf(sectionOf(report, CARD), "facts").flatMap(({ facts }) => facts);
  const shownAs = (name: string) => card.find((one) => one.name === name)?.value;
  for (const name of ["MX", "SPF", "DMARC"])
    expect(shownAs(name)).toEqual({ status: "unknown", text: "could not be determined (servfail)" });
  expect(JSON.stringify(shownAs("Forged mail"))).toContain("servfail");
  expect(JSON.stringify(blocksOf(sectionOf(report, CARD), "note"))).toContain("Use the tool dns");
  const dmarc = sectionOf(report, "What are receivers asked to do with forged mail?");
  expect([dmarc?.status, dmarc?.blocks]).toEqual(["unknown", []]);
});

test("a missing record has the status of its finding, and the remedy has lines for a zone file", () => {
  const report = reportFor({ ...MAIL_DOMAIN, "example.com TXT": ["v=spf1 mx -all"] });
  const dmarc = sectionOf(report, "What are receivers asked to do with forged mail?");
  expect(dmarc?.status).toBe("fail");
  const remedy = report.remedies?.find(({ codes }) => codes.includes("mail.dmarc_missing"));
  expect(remedy?.publish).toEqual([
    {
      kind: "code",
      label: "Publish",
      language: "zone",
      lines: [expect.stringMatching(/^_dmarc\.example\.com\. 3600 IN TXT "v=DMARC1; p=none; .*"$/)],
    },
  ]);
  expect(remedy?.test).toStartWith("/api/v1/mail?dmarc=v%3DDMARC1%3B");
});

test("the sections with the worst status come first, below the card", () => {
  const { sections } = reportFor({ ...MAIL_DOMAIN, "example.com TXT": ["v=spf1 mx +all"] });
  const shown = sections.filter(({ blocks }) => blocks.length > 0);
  expect(shown[0]?.heading).toBe(CARD);
  const order = ["fail", "warning", "unknown", "pass", "none"];
  const ranks = shown.slice(1).map(({ status }) => order.indexOf(status));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(order[ranks[0] ?? 0]).toBe("fail");
});

test("hostile text stays marked as text from outside, and is truncated", () => {
  const evil = "a:`$(touch-x)`|<script>.example.net";
  const long = "b".repeat(3000);
  const report = reportFor(
    { ...MAIL_DOMAIN, [`${evil.slice(2)} A`]: [] },
    { spf: `v=spf1 ${evil} ${long} -all`, dmarc: `v=DMARC1; p=reject; rua=mailto:${evil}` },
  );
  const texts: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null && !("outside" in value))
      for (const member of Object.values(value)) walk(member);
  };
  walk(report.sections);
  expect(texts.filter((text) => /touch|script|bbb/.test(text))).toEqual([]);
  expect(JSON.stringify(report.sections)).toContain("touch");
  expect(
    Math.max(
      ...JSON.stringify(report.sections)
        .split('"')
        .map((text) => text.length),
    ),
  ).toBeLessThan(500);
});

test("a domain without mail servers, keys and records has a card, but no empty parts", () => {
  const report = reportFor({ "example.com A": [] });
  expect(sectionOf(report, CARD)?.blocks.length).toBe(1);
  expect(sectionOf(report, COSTS)).toBeUndefined();
  expect(sectionOf(report, "Which servers accept the domain's mail?")?.blocks).toEqual([]);
});

test("no record can be published at an alias, and the remedy says so", () => {
  const remedies = reportFor({
    ...MAIL_DOMAIN,
    "example.com TXT": ["v=spf1 mx -all"],
    "_dmarc.example.com CNAME": ["dmarc.example.net."],
    "dmarc.example.net TXT": ["v=DMARC1; p=reject; pct=50; rua=mailto:a@example.com"],
  }).remedies;
  const remedy = remedies?.find(({ codes }) => codes.includes("mail.dmarc_pct"));
  expect(remedy?.publish).toEqual([]);
  expect(JSON.stringify(remedy?.fix)).toContain("The name is an alias");
});

test("a tree whose node names itself as its parent ends", () => {
  const dns = { "example.com TXT": ["v=spf1 include:example.com -all"] };
  const { spf } = reportOf({ dns }, { domain: "example.com", selector: null }).data;
  const [root] = spf.tree;
  if (root === undefined) throw new Error("the record has no tree");
  const tree = [root, { ...root, parent: root.id, via: root.terms[0]?.term ?? "" }];
  expect(spfBranches({ ...spf, tree })).toHaveLength(1);
});
