import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { FormatRegistry } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { FileObservation } from "../../observations.ts";
import { replay, type Written } from "../../test/replay.ts";
import { BimiData } from "../data.ts";
import { type BimiContext, evaluateBimi } from "../evaluate-bimi.ts";
import { BIMI_FINDINGS } from "../findings.ts";
import { lookUpBimi } from "../lookup-bimi.ts";

FormatRegistry.Set("date-time", (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text));

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 10 10"><title>Example</title></svg>';
const LOGO = "https://www.example.com/logo.svg";
const PEM = "https://www.example.com/mark.pem";
const RECORD = `v=BIMI1; l=${LOGO}; a=${PEM}`;
const NAME = "default._bimi.example.com";
const BELOW = "default._bimi.news.example.com";
/** Time of the evaluation: one hour from now, within the validity of the test certificates. */
const AT = Math.floor(Date.now() / 1000) + 3600;
const CONTEXT: BimiContext = {
  domain: "example.com",
  orgDomain: "example.com",
  at: AT,
  dmarc: { enforced: true, detail: "", foundAt: null },
};

const file = (body: string | Uint8Array, status = 200): Outcome<FileObservation> =>
  present({ status, type: "image/svg+xml", body: Buffer.from(body).toString("base64") });

type World = {
  readonly texts?: readonly string[];
  readonly below?: readonly string[];
  readonly logo?: Outcome<FileObservation>;
  readonly pem?: Outcome<FileObservation>;
  readonly context?: Partial<BimiContext>;
};

function evaluate({ texts, below, logo, pem, context }: World) {
  const written: Written = {
    dns: { ...(texts && { [`${NAME} TXT`]: texts }), ...(below && { [`${BELOW} TXT`]: below }) },
    files: { ...(logo && { [LOGO]: logo }), ...(pem && { [PEM]: pem }) },
  };
  const all = { ...CONTEXT, ...context };
  const { value, asked } = replay(written, (known) => lookUpBimi(known, all.domain, all.orgDomain));
  return { ...evaluateBimi(value, all), asked };
}

const codesOf = (codes: readonly string[]) => codes.map((code) => code.replace("mail.bimi_", "")).sort();

/** Folder of the keys and certificates that openssl creates for these tests. */
let folder = "";
const run = (...args: readonly string[]) => {
  const done = Bun.spawnSync(["openssl", ...args], { cwd: folder, stderr: "pipe" });
  if (!done.success) throw new Error(done.stderr.toString());
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bimi-"));
  for (const name of ["ca", "other", "leaf"])
    run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", `${name}.key`);
  for (const name of ["ca", "other"]) {
    writeFileSync(
      join(folder, "ca.cnf"),
      "[req]\ndistinguished_name=d\nx509_extensions=e\nprompt=no\n[d]\nCN=Marks\n[e]\nbasicConstraints=critical,CA:TRUE\n",
    );
    run("req", "-x509", "-key", `${name}.key`, "-config", "ca.cnf", "-days", "3650", "-out", `${name}.pem`);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Encodes a DER element. */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const hex = content.length.toString(16);
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  const head = content.length < 128 ? [content.length] : [0x80 | length.length, ...length];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

/** Returns a logotype extension that contains the logo as a data URI, followed by another element (RFC 3709 4.1). */
function logotype(svg: string | Uint8Array): string {
  const uri = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const details = der(
    0x30,
    der(0x16, Buffer.from("image/svg+xml")),
    der(0x30),
    der(0x30, der(0x16, Buffer.from(uri))),
  );
  const value = der(0x30, der(0xa2, der(0xa0, der(0x30, der(0x30, details), der(0x30)))));
  return Buffer.from(value).toString("hex");
}

type Made = {
  readonly names?: string;
  readonly usage?: string;
  readonly svg?: string | Uint8Array | null;
  readonly more?: string;
  readonly authority?: string;
};

let made = 0;
function certificate(how: Made = {}): string {
  const svg = how.svg === undefined ? gzipSync(SVG) : how.svg;
  const lines = [
    `subjectAltName=${how.names ?? "DNS:example.com"}`,
    `extendedKeyUsage=${how.usage ?? "1.3.6.1.5.5.7.3.31"}`,
    "certificatePolicies=1.3.6.1.4.1.53087.1.1",
    ...(svg === null ? [] : [`1.3.6.1.5.5.7.1.12=DER:${logotype(svg)}`]),
    how.more ?? "",
  ];
  const name = `leaf${made++}`;
  writeFileSync(
    join(folder, `${name}.cnf`),
    `oid_section=o\n[o]\nmarkType=1.3.6.1.4.1.53087.1.13\n[req]\ndistinguished_name=d\nprompt=no\n[d]\nO=Example\nmarkType=Registered Mark\n[e]\n${lines.join("\n")}\n`,
  );
  run("req", "-new", "-key", "leaf.key", "-config", `${name}.cnf`, "-out", `${name}.csr`);
  const authority = how.authority ?? "ca";
  run(
    ...["x509", "-req", "-in", `${name}.csr`, "-CA", `${authority}.pem`, "-CAkey", `${authority}.key`],
    ...["-extfile", `${name}.cnf`, "-extensions", "e", "-out", `${name}.pem`],
    ...["-days", "365"],
  );
  return readFileSync(join(folder, `${name}.pem`), "utf8");
}
const authority = () => readFileSync(join(folder, "ca.pem"), "utf8");

type Case = {
  readonly says: string;
  readonly world: () => World;
  readonly status: BimiData["status"];
  readonly codes: readonly string[];
};

const logoOf = (logo: Outcome<FileObservation>) => () => ({ texts: [`v=BIMI1; l=${LOGO}`], logo });
const pemOf =
  (pem: () => string | Uint8Array, context: Partial<BimiContext> = {}) =>
  () => ({ texts: [RECORD], logo: file(SVG), pem: file(pem()), context });
const failing = (reason: Reason) => () => ({ texts: [RECORD], logo: file(SVG), pem: unknown(reason) });

const cases: readonly Case[] = [
  { says: "none", world: () => ({}), status: "absent", codes: [] },
  { says: "other texts are none", world: () => ({ texts: ["v=spf1 -all"] }), status: "absent", codes: [] },
  {
    says: "all right, but for what cannot be checked",
    world: pemOf(() => certificate() + authority()),
    status: "valid",
    codes: ["certificate_unchecked"],
  },
  { says: "two", world: () => ({ texts: [RECORD, RECORD] }), status: "invalid", codes: ["several"] },
  { says: "no l", world: () => ({ texts: ["v=BIMI1; a="] }), status: "invalid", codes: ["invalid"] },
  {
    says: "http",
    world: () => ({ texts: ["v=BIMI1; l=http://example.com/a.svg"] }),
    status: "invalid",
    codes: ["invalid"],
  },
  {
    says: "the version is told apart by case",
    world: () => ({ texts: [`v=bimi1; l=${LOGO}`] }),
    status: "invalid",
    codes: ["invalid"],
  },
  {
    says: "declined",
    world: () => ({
      texts: ["v=BIMI1; l=; a=;"],
      context: { dmarc: { enforced: false, detail: "p=none", foundAt: null } },
    }),
    status: "valid",
    codes: ["declined"],
  },
  {
    says: "DMARC is not enforced",
    world: () => ({
      texts: [`v=BIMI1; l=${LOGO}`],
      logo: file(SVG),
      context: { dmarc: { enforced: false, detail: "p=none", foundAt: null } },
    }),
    status: "invalid",
    codes: ["dmarc", "no_certificate"],
  },
  {
    says: "DMARC is not known",
    world: () => ({
      texts: [`v=BIMI1; l=${LOGO}`],
      logo: file(SVG),
      context: { dmarc: { enforced: null, detail: "", foundAt: null } },
    }),
    status: "valid",
    codes: ["no_certificate"],
  },
  { says: "a packed logo", world: logoOf(file(gzipSync(SVG))), status: "valid", codes: ["no_certificate"] },
  {
    says: "no logo there",
    world: logoOf(file("", 404)),
    status: "invalid",
    codes: ["logo_missing", "no_certificate"],
  },
  {
    says: "the logo is said to be elsewhere",
    world: logoOf(file("", 301)),
    status: "warning",
    codes: ["logo_redirect", "no_certificate"],
  },
  {
    says: "the logo's host has no address",
    world: logoOf(unknown("no_servers")),
    status: "invalid",
    codes: ["logo_missing", "no_certificate"],
  },
  {
    says: "the logo's host has a bad certificate",
    world: logoOf(unknown("tls_failed")),
    status: "invalid",
    codes: ["logo_certificate", "no_certificate"],
  },
  {
    says: "a slow host is not a fault",
    world: logoOf(unknown("timeout")),
    status: "unknown",
    codes: ["logo_unreachable", "no_certificate"],
  },
  {
    says: "a port that is not asked",
    world: () => ({ texts: ["v=BIMI1; l=https://example.com:8443/a.svg"] }),
    status: "unknown",
    codes: ["no_certificate"],
  },
  {
    says: "no SVG",
    world: logoOf(file("GIF89a")),
    status: "invalid",
    codes: ["logo_invalid", "no_certificate"],
  },
  {
    says: "a script in it",
    world: logoOf(file(SVG.replace("</svg>", "<script/></svg>"))),
    status: "invalid",
    codes: ["logo_invalid", "no_certificate"],
  },
  {
    says: "a bomb",
    world: logoOf(file(gzipSync(Buffer.alloc(10_000_000)))),
    status: "invalid",
    codes: ["logo_invalid", "no_certificate"],
  },
  {
    says: "over 32 KB",
    world: logoOf(file(SVG.replace("</svg>", `<path d="${"M0 0".repeat(9000)}"/></svg>`))),
    status: "warning",
    codes: ["logo_large", "no_certificate"],
  },
  {
    says: "over what is fetched",
    world: logoOf(unknown("too_large")),
    status: "warning",
    codes: ["logo_large", "no_certificate"],
  },
  {
    says: "not square",
    world: logoOf(file(SVG.replace("0 0 10 10", "0 0 10 20"))),
    status: "valid",
    codes: ["logo_not_square", "no_certificate"],
  },
  {
    says: "no evidence there",
    world: () => ({ texts: [RECORD], logo: file(SVG), pem: file("", 404) }),
    status: "invalid",
    codes: ["certificate_missing"],
  },
  {
    says: "the evidence's host has a bad certificate",
    world: failing("tls_failed"),
    status: "invalid",
    codes: ["certificate_missing"],
  },
  {
    says: "the evidence's host is slow",
    world: failing("timeout"),
    status: "unknown",
    codes: ["certificate_unreachable"],
  },
  {
    says: "evidence that is none",
    world: pemOf(() => "<html>"),
    status: "invalid",
    codes: ["certificate_invalid"],
  },
  {
    says: "evidence in DER",
    world: pemOf(() => Buffer.from(certificate().replace(/-----[^-]+-----/g, ""), "base64")),
    status: "invalid",
    codes: ["certificate_invalid"],
  },
  { says: "authorities alone", world: pemOf(authority), status: "invalid", codes: ["certificate_invalid"] },
  {
    says: "the authority first",
    world: pemOf(() => authority() + certificate()),
    status: "invalid",
    codes: ["certificate_invalid", "certificate_unchecked"],
  },
  {
    says: "an authority that did not sign it",
    world: pemOf(() => certificate({ authority: "other" }) + authority()),
    status: "invalid",
    codes: ["certificate_invalid", "certificate_unchecked"],
  },
  {
    says: "RFC 5280 4.1.2.5: expired",
    world: pemOf(() => certificate(), { at: AT + 400 * 86_400 }),
    status: "invalid",
    codes: ["certificate_expired", "certificate_unchecked"],
  },
  {
    says: "RFC 5280 4.1.2.5: not valid yet",
    world: pemOf(() => certificate(), { at: AT - 86_400 }),
    status: "invalid",
    codes: ["certificate_invalid", "certificate_unchecked"],
  },
  {
    says: "of another domain",
    world: pemOf(() => certificate({ names: "DNS:example.net,DNS:www.example.com" })),
    status: "invalid",
    codes: ["certificate_other_domain", "certificate_unchecked"],
  },
  {
    says: "for the record's own name",
    world: pemOf(() => certificate({ names: `DNS:${NAME}` })),
    status: "valid",
    codes: ["certificate_unchecked"],
  },
  {
    says: "RFC 5280 4.2.1.12: of a web server",
    world: pemOf(() => certificate({ usage: "serverAuth" })),
    status: "invalid",
    codes: ["certificate_unchecked", "certificate_usage"],
  },
  {
    says: "RFC 3709: no logo in it",
    world: pemOf(() => certificate({ svg: null })),
    status: "invalid",
    codes: ["certificate_invalid", "certificate_unchecked"],
  },
  {
    says: "name constraints",
    world: pemOf(() => certificate({ more: "nameConstraints=permitted;DNS:example.com" })),
    status: "invalid",
    codes: ["certificate_invalid", "certificate_unchecked"],
  },
  {
    says: "another logo in it",
    world: pemOf(() => certificate({ svg: gzipSync(`${SVG} `) })),
    status: "invalid",
    codes: ["certificate_unchecked", "logo_differs"],
  },
  {
    says: "the same logo, packed otherwise",
    world: pemOf(() => certificate({ svg: gzipSync(SVG, { level: 1 }) })),
    status: "valid",
    codes: ["certificate_unchecked"],
  },
  {
    says: "the same logo, not packed",
    world: pemOf(() => certificate({ svg: SVG })),
    status: "valid",
    codes: ["certificate_unchecked"],
  },
];

describe("cases", () => {
  const met = new Set<string>();
  test.each(cases.map((one) => [one.says, one] as const))("%s", (_, one) => {
    const world = one.world();
    const { data, findings, recommendations } = evaluate(world);
    expect([codesOf(data.findings), data.status]).toEqual([[...one.codes], one.status]);
    expect(Value.Errors(BimiData, data).First()).toBeUndefined();
    for (const { severity, fix } of findings) if (severity !== "info") expect(fix).not.toBeNull();
    for (const code of one.codes) met.add(`mail.bimi_${code}`);
    for (const { codes, publish } of recommendations) {
      const after = evaluate({ ...world, texts: publish.map(({ value }) => value) });
      expect(after.data.findings.filter((code) => codes.includes(code))).toEqual([]);
    }
  });
  test("every finding has one", () => {
    expect(Object.keys(BIMI_FINDINGS).filter((code) => !met.has(code))).toEqual([]);
  });
});

test("a mark certificate is described", () => {
  const { data } = evaluate({ texts: [RECORD], logo: file(SVG), pem: file(certificate() + authority()) });
  expect(data.evidence?.certificate).toMatchObject({
    issuer: "CN=Marks",
    names: ["example.com"],
    markType: "registered mark",
    policies: ["1.3.6.1.4.1.53087.1.1"],
    chain: ["CN=Marks"],
  });
  expect([data.logoMatches, data.logo?.title, data.logo?.square]).toEqual([true, "Example", true]);
});

test("the organizational domain is asked where the domain has none, and only then", () => {
  const context = { domain: "news.example.com" };
  const org = `v=BIMI1; l=${LOGO}; a=`;
  const of = (world: World) => {
    const { asked, data } = evaluate({
      logo: file(SVG),
      ...world,
      context: { ...context, ...world.context },
    });
    return [asked, data.name, data.status];
  };
  const both = [`${BELOW} TXT`, `${NAME} TXT`];
  expect(of({ texts: [org] })).toEqual([[...both, LOGO], NAME, "valid"]);
  expect(of({ texts: [org], below: ["v=BIMI1; l=;"] })).toEqual([[`${BELOW} TXT`], BELOW, "valid"]);
  expect(of({ texts: [org], below: ["x"] })).toEqual([[...both, LOGO], NAME, "valid"]);
  expect(of({ texts: [org], below: [org, RECORD] })).toEqual([[`${BELOW} TXT`], BELOW, "invalid"]);
  expect(of({})).toEqual([both, null, "absent"]);
  expect(of({ texts: [org], context: { orgDomain: null } })).toEqual([[`${BELOW} TXT`], null, "unknown"]);
  expect(evaluate({}).asked).toEqual([`${NAME} TXT`]);
});

test("a record that could not be asked for is unknown, and no other is looked for", () => {
  const dns = { [`${BELOW} TXT`]: "servfail", [`${NAME} TXT`]: [RECORD] } as const;
  const { value, asked } = replay({ dns }, (known) => lookUpBimi(known, "news.example.com", "example.com"));
  const { data } = evaluateBimi(value, { ...CONTEXT, domain: "news.example.com" });
  expect([data.status, data.reason, asked.length]).toEqual(["unknown", "servfail", 1]);
});

test("bytes of a certificate that are changed give another or none, and never an error", () => {
  const whole = Buffer.from(certificate().replace(/-----[^-]+-----/g, ""), "base64");
  for (let at = 0; at < whole.length; at += 3) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x81;
    const pem = `-----BEGIN CERTIFICATE-----\n${changed.toString("base64")}\n-----END CERTIFICATE-----\n`;
    const { data } = evaluate({ texts: [RECORD], logo: file(SVG), pem: file(pem + authority()) });
    expect(Value.Check(BimiData, data)).toBe(true);
  }
});

test("hostile records and evidence are read, and shown cut", () => {
  const leaf = certificate();
  const pems = [
    leaf.repeat(200),
    `-----BEGIN CERTIFICATE-----${"A".repeat(500_000)}`,
    "-----BEGIN CERTIFICATE-----\n".repeat(18_000),
    `-----BEGIN CERTIFICATE-----${"MIIB".repeat(100_000)}-----END CERTIFICATE-----`,
    certificate({ svg: "x".repeat(100_000) }),
    certificate({ svg: gzipSync(Buffer.alloc(20_000_000)) }),
  ];
  for (const pem of pems) {
    const { data, findings } = evaluate({ texts: [RECORD], logo: file(SVG), pem: file(pem) });
    expect(JSON.stringify([data, findings]).length).toBeLessThan(20_000);
  }
  const texts = Array.from({ length: 3000 }, (_, i) => `v=BIMI1; l=${"x".repeat(60)}${i}`);
  expect(JSON.stringify(evaluate({ texts })).length).toBeLessThan(20_000);
});
