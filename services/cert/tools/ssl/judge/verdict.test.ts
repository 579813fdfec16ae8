import { expect, test } from "bun:test";
import { finding } from "@dnstools/core/tool/finding";
import type { ServerData, SslData } from "../data.ts";
import { FINDINGS } from "../findings.ts";
import type { Code, Coded } from "./codes.ts";
import type { ServerJudged } from "./server.ts";
import { judgeAll } from "./verdict.ts";

type Parts = {
  readonly status?: ServerData["reachability"]["status"];
  readonly reason?: string;
  readonly verdict?: "pass" | "fail" | "unknown" | "warning";
  readonly code?: Code;
};

/** Creates a mail server with only the fields that the verdict depends on. */
function server({ status = "ok", reason, verdict = "pass", code }: Parts = {}): Coded {
  const good = { status: "pass", reason: null, detail: "" };
  const validity = verdict === "pass" ? good : { status: verdict, reason: "why", detail: "" };
  const data = {
    ...{ host: "mx.example.com", source: "mx", address: "192.0.2.1", service: "smtp25" },
    reachability: { status, stage: status === "ok" ? "done" : "dialogue", reason: reason ?? null },
    dane: { status: "absent" },
    verdicts: { validity, host: good, chain: good, trust: good, protocol: good },
  };
  const judged = { data, leaf: null, chain: null, more: { second: null } } as unknown as ServerJudged;
  return { server: judged, codes: new Set(code === undefined ? [] : [code]) };
}

const GOOD = server();
const NO_STARTTLS = server({ status: "no_starttls", code: "ssl.no_starttls" });
const BROKEN = server({ status: "failed", reason: "not_tls", code: "ssl.no_tls" });
const NOT_THERE = server({ status: "failed", reason: "connection_refused", code: "ssl.unreachable" });
const ALL_GONE = server({ status: "failed", reason: "connection_refused", code: "ssl.nothing_listens" });
const SILENT = server({ status: "unknown", reason: "timeout", code: "ssl.silent" });
const TURNED_AWAY = server({ status: "unknown", reason: "rate_limited", code: "ssl.turned_away" });
const WRONG = server({ verdict: "fail", code: "ssl.expired" });
const FOUND = { status: "found", reason: null } as SslData["discovery"];

const judge = (servers: readonly Coded[], discovery = FOUND) => {
  const codes = servers.flatMap((one) => [...one.codes]);
  const findings = codes.map((code) => finding(FINDINGS, code, "mx.example.com"));
  return judgeAll(servers, findings, { name: "example.com", service: "smtp25", discovery }, 0);
};

test.each([
  ["one good server", [GOOD], "pass", null],
  ["one without STARTTLS", [NO_STARTTLS], "fail", "no_starttls"],
  ["one of two without STARTTLS", [GOOD, NO_STARTTLS], "fail", "no_starttls"],
  ["one of two with broken TLS", [GOOD, BROKEN], "fail", "not_tls"],
  ["one of two at which nothing listens", [NOT_THERE, GOOD], "warning", "connection_refused"],
  ["only one, at which nothing listens", [ALL_GONE], "fail", "connection_refused"],
  ["a silent server", [SILENT], "unknown", "timeout"],
  ["a silent server beside a good one", [SILENT, GOOD], "warning", "timeout"],
  ["a silent server beside a wrong one", [SILENT, WRONG], "fail", "why"],
  ["a server that turns this API away, beside a good one", [TURNED_AWAY, GOOD], "unknown", "rate_limited"],
  ["a verdict that could not be determined", [server({ verdict: "unknown" })], "unknown", "why"],
  ["a warning", [GOOD, server({ verdict: "warning", code: "ssl.expires_soon" })], "warning", "why"],
  ["an error besides the verdicts", [GOOD, server({ code: "ssl.revoked" })], "fail", "revoked"],
] as const)("%s", (_, servers, status, reason) => {
  const { verdict, summary } = judge(servers);
  expect([verdict.status, verdict.reason]).toEqual([status, reason]);
  expect(summary.status).toBe(status);
});

test.each([
  ["not_offered", null, "pass", "accepts no mail"],
  ["absent", null, "unknown", "No server of example.com"],
  ["unknown", "servfail", "unknown", "could not be determined: the server answered SERVFAIL"],
] as const)("no server: %s", (status, reason, wanted, text) => {
  const { summary, verdict } = judge([], { status, reason } as SslData["discovery"]);
  expect([summary.status, verdict.status]).toEqual([wanted, wanted]);
  expect(summary.text).toContain(text);
});
