import { expect, test } from "bun:test";
import type { Block, Branch, Status } from "@dnstools/core/report/report";
import type { SslData } from "./data.ts";
import { reportSsl } from "./report.ts";
import { answerOf, certificate, deadServer, link, server } from "./test/report-answers.ts";

const CHAIN = "Which certificate is missing or expires first?";
const SERVERS = "Which server is in order, and which is not?";

type Asked = Parameters<typeof reportSsl>[0];

function section(answer: Asked, heading: string) {
  const found = reportSsl(answer).sections.find((one) => one.heading === heading);
  if (found === undefined) throw new Error(heading);
  return found;
}

function block<Kind extends Block["kind"]>(answer: Asked, heading: string, kind: Kind) {
  return section(answer, heading).blocks.find((one) => one.kind === kind) as Extract<Block, { kind: Kind }>;
}

/** Returns the branches of a tree in order, each with its status and the beginning of its text. */
function drawn(branches: readonly Branch[]): readonly (readonly [Status, string])[] {
  return branches.flatMap(({ text, status, children }) => [
    [status, JSON.stringify(text)] as const,
    ...drawn(children),
  ]);
}

const good = server().verdicts;
const fail = (reason: string) => ({ status: "fail", reason, detail: "" }) as const;

test("a certificate that is not sent is marked in the chain with the place where it was found", () => {
  const incomplete = server({
    chain: [{ role: "leaf", sha256: "a".repeat(64) }],
    path: [link("a", "sent")],
    verdicts: { ...good, trust: fail("issuer_not_found"), chain: fail("incomplete") },
    withAia: {
      ...{ status: "pass", reason: null, path: [link("a", "sent"), link("b", "aia"), link("c", "store")] },
      fetched: [{ url: "http://ca.example/b.crt", status: 200, certificates: 1, reason: null }],
    },
  });
  const answer = answerOf([incomplete], ["ssl.chain_incomplete"]);
  expect(section(answer, CHAIN).status).toBe("fail");
  expect(drawn(block(answer, CHAIN, "tree").branches)).toEqual([
    ["none", expect.stringContaining("CN=c")],
    ["fail", expect.stringMatching(/CN=b.*not sent; found by AIA/)],
    ["pass", expect.stringContaining("CN=a")],
  ]);
  expect(JSON.stringify(block(answer, CHAIN, "facts"))).toContain("http://ca.example/b.crt");
});

test("an issuer that was not found is drawn with the reason", () => {
  const alone = server({
    chain: [{ role: "leaf", sha256: "a".repeat(64) }],
    path: [link("a", "sent")],
    verdicts: {
      ...good,
      trust: fail("issuer_not_found"),
      chain: { status: "unknown", reason: "issuer_unknown", detail: "" },
    },
    withAia: { status: "unknown", reason: "timeout", path: [link("a", "sent")], fetched: [] },
  });
  expect(drawn(block(answerOf([alone]), CHAIN, "tree").branches)).toEqual([
    ["fail", expect.stringMatching(/CN=b.*could not be fetched \(timeout\)/)],
    ["pass", expect.stringContaining("CN=a")],
  ]);
});

test("chains of several servers are one tree, and sent certificates are drawn if they differ from the path", () => {
  const other = server({
    address: "192.0.2.2",
    chain: ["d", "b", "b"].map((letter, at) => ({
      role: at === 0 ? "leaf" : at === 1 ? "intermediate" : "duplicate",
      sha256: letter.repeat(64),
    })),
    path: [link("d", "sent"), link("b", "sent"), link("c", "store")],
    verdicts: { ...good, chain: { status: "warning", reason: "duplicate", detail: "" } },
  });
  const certificates = ["a", "b", "c", "d"].map((letter) => certificate(letter));
  const answer = answerOf([server(), other], [], { certificates });
  const [path, sent] = block(answer, CHAIN, "tree").branches;
  expect(drawn(path === undefined ? [] : [path]).map(([status]) => status)).toEqual(Array(4).fill("pass"));
  expect(drawn(sent?.children ?? [])).toEqual([
    ["none", expect.stringContaining("leaf")],
    ["none", expect.stringContaining("intermediate")],
    ["warning", expect.stringContaining("duplicate")],
  ]);
});

test("the timeline has the check between start and expiry dates, and marks past dates", () => {
  const expired = server({ verdicts: { ...good, validity: fail("expired") } });
  const moments = block(answerOf([expired]), CHAIN, "timeline").moments;
  expect(moments.map(({ status, at }) => [status, at.slice(0, 10)])).toEqual([
    ["none", "2026-10-01"],
    ["none", "2026-11-23"],
    ["fail", "2026-12-24"],
    ["none", "2026-12-24"],
  ]);
});

test("for servers that do not answer the report shows the reason and no certificates", () => {
  const answer = answerOf([deadServer(), deadServer({ address: "192.0.2.2" })]);
  const shown = reportSsl(answer).sections.filter(({ blocks }) => blocks.length > 0);
  expect(shown.map(({ heading }) => heading)).toEqual([SERVERS]);
  const { columns, rows } = block(answer, SERVERS, "table");
  expect(columns).toEqual(["Address", "TLS"]);
  expect(rows.map(([, tls]) => tls)).toEqual(Array(2).fill({ status: "unknown", text: "timeout" }));
});

test("a fact that only a finding shows is in the server's row", () => {
  const answer = answerOf([server()], ["ssl.second_certificate"]);
  const { columns, rows } = block(answer, SERVERS, "table");
  expect([columns.at(-1), rows[0]?.at(-1)]).toEqual([
    "Other",
    { status: "fail", text: "second certificate" },
  ]);
});

test("equal addresses of a host share a row if there are several hosts", () => {
  const host = "mx.example.com";
  const all = [server({ host }), server({ host, address: "192.0.2.2" }), server({ host: "mx2.example.com" })];
  const { rows } = block(answerOf(all), SERVERS, "table");
  expect(rows.map(([, address]) => address)).toEqual([
    [{ outside: "192.0.2.1" }, " and 1 more"],
    [{ outside: "192.0.2.1" }],
  ]);
});

test("TLSA records that could not be queried are shown with the reason", () => {
  const dane = {
    status: "unknown",
    reason: "servfail",
    detail: "Not asked.",
    name: null,
    records: [],
  } as const;
  const { status, blocks } = section(
    answerOf([server({ dane: { ...dane, records: [] } })]),
    "Do the TLSA records match the certificates (DANE)?",
  );
  expect(status).toBe("unknown");
  expect(JSON.stringify(blocks)).toContain("servfail");
});

const EVIL = "\u001b[31mevil`|";
const LONG = EVIL + "x".repeat(400);

const DETAILS: NonNullable<SslData["certificates"][number]["details"]> = {
  names: Array.from({ length: 100 }, () => LONG),
  ...{ addresses: [], namesTotal: 5000, secondsLeft: 1, lifeLeft: 1, lifetimeDays: 90, sha1: "" },
  ...{ lifetimeLimitDays: null, spkiSha256: "", keyUsage: null, extendedKeyUsage: null, scts: null },
  ...{ caIssuers: [], ocsp: [], crls: [], mustStaple: false, policies: [], validation: null },
  revocation: {
    status: "unknown",
    reason: "timeout",
    list: { url: LONG, thisUpdate: null, nextUpdate: null, revokedAt: null, why: null },
  },
};

test("texts of servers and certificates are marked as from outside and cut", () => {
  const rude = deadServer({
    address: "192.0.2.3",
    reachability: { ...deadServer().reachability, detail: LONG, greeting: EVIL, capabilities: [LONG] },
  });
  const answer = answerOf([server(), rude], [], {
    certificates: ["a", "b", "c"].map((letter) => certificate(letter, { subject: LONG, details: DETAILS })),
    caa: [
      {
        host: "www.example.com",
        status: "ok",
        reason: null,
        foundAt: LONG,
        records: [LONG],
        allows: null,
        faults: [],
      },
    ],
    web: {
      host: "www.example.com",
      redirect: { status: "elsewhere", reason: null, location: LONG },
      hsts: { status: "absent", reason: null, maxAge: null, includeSubDomains: null, preload: null },
    },
  });
  const words: string[] = [];
  const texts: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value === "string") words.push(value);
    else if (typeof value === "object" && value !== null) {
      if ("outside" in value) texts.push(String(value.outside));
      else for (const member of Object.values(value)) walk(member);
    }
  };
  walk(reportSsl(answer).sections);
  expect(words.filter((word) => word.includes("evil"))).toEqual([]);
  expect(texts.filter((text) => text.includes("evil")).length).toBeGreaterThan(8);
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(200);
});

test("a section with an unknown revocation status does not pass", () => {
  const heading = "What is the certificate for, and is it revoked?";
  const statusWith = (status: "good" | "unknown" | "revoked", codes: Parameters<typeof answerOf>[1] = []) => {
    const details = { ...DETAILS, revocation: { ...DETAILS.revocation, status } };
    return section(answerOf([server()], codes, { certificates: [certificate("a", { details })] }), heading)
      .status;
  };
  expect(statusWith("good")).toBe("pass");
  expect(statusWith("unknown")).toBe("none");
  expect(statusWith("revoked", ["ssl.revoked"])).toBe("fail");
});

test("a past expiry date uses the past tense", () => {
  const ended = certificate("a", { notAfter: "2026-11-22T00:00:00.000Z" });
  const answer = answerOf([server()], [], { certificates: [ended, certificate("b"), certificate("c")] });
  const { moments } = block(answer, CHAIN, "timeline");
  expect(JSON.stringify(moments)).toMatch(/CN=a\W+ became valid.*CN=a\W+ expired.*CN=b\W+ expires/);
});
