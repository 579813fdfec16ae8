import { expect, test } from "bun:test";
import type { ServerData } from "../data.ts";
import { countsOf } from "./summary.ts";

type Parts = {
  readonly status?: ServerData["reachability"]["status"];
  readonly reason?: string;
  readonly verdict?: "pass" | "fail" | "unknown" | "warning";
  readonly dane?: "pass" | "fail" | "not_applicable";
};

/** A mail server of which only what the summary reads is there. */
function server({
  status = "ok",
  reason,
  verdict = "pass",
  dane = "not_applicable",
}: Parts = {}): ServerData {
  const good = { status: "pass", reason: null, detail: "" };
  return {
    source: "mx",
    address: "192.0.2.1",
    service: "smtp25",
    reachability: { status, stage: status === "ok" ? "done" : "dialogue", reason: reason ?? null },
    dane: { status: dane },
    verdicts: {
      validity: verdict === "pass" ? good : { status: verdict, reason: "why", detail: "" },
      host: good,
      chain: good,
      trust: good,
      protocol: good,
    },
    tls: { version: "TLSv1.3" },
  } as unknown as ServerData;
}

const GOOD = server();
const NO_STARTTLS = server({ status: "no_starttls" });
const BROKEN = server({ status: "failed", reason: "tls_failed" });
const NOT_THERE = server({ status: "failed", reason: "connection_refused" });
const SILENT = server({ status: "unknown", reason: "timeout" });

test.each([
  ["one good server", [GOOD], "pass", null],
  ["one without STARTTLS", [NO_STARTTLS], "fail", "no_starttls"],
  ["one of two without STARTTLS", [GOOD, NO_STARTTLS], "fail", "no_starttls"],
  ["one of two with broken TLS", [GOOD, BROKEN], "fail", "tls_failed"],
  ["one of two at which nothing listens", [NOT_THERE, GOOD], "warning", "connection_refused"],
  ["only one, at which nothing listens", [NOT_THERE], "fail", "connection_refused"],
  ["a silent server", [SILENT], "unknown", "timeout"],
  ["a silent server beside a good one", [SILENT, GOOD], "warning", null],
  ["a silent server beside a wrong one", [SILENT, server({ verdict: "fail" })], "fail", "why"],
  ["a verdict that could not be found out", [server({ verdict: "unknown" })], "unknown", "why"],
  ["a warning", [GOOD, server({ verdict: "warning" })], "warning", "why"],
  ["DANE that does not fit", [server({ dane: "fail" })], "fail", "dane"],
] as const)("%s", (_, servers, status, reason) => {
  const { verdict } = countsOf(servers, { status: "ok", reason: null } as never);
  expect([verdict.status, verdict.reason]).toEqual([status, reason]);
});
