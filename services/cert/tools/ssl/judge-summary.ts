import type { Verdict } from "@dnstools/core/verdict";
import type { ServerData, SslData } from "./data.ts";
import { isOld } from "./judge-findings.ts";

/** What all servers of a call come to. */
export function summaryOf(
  servers: readonly ServerData[],
  discovery: SslData["discovery"],
): SslData["summary"] {
  const reached = servers.filter(({ reachability }) => reachability.status === "ok");
  const statuses = ({ verdicts }: ServerData) => Object.values(verdicts).map(({ status }) => status);
  const good = reached.filter(
    (server) =>
      server.dane.status !== "fail" && statuses(server).every((one) => one === "pass" || one === "warning"),
  );
  const counts = {
    servers: servers.filter(({ address }) => address !== null).length,
    reached: reached.length,
  };
  return { ...counts, good: good.length, verdict: verdictOf(servers, reached, good, discovery) };
}

/** That one of several servers is not there is no fault: some leave the first one out on purpose. */
const NOT_THERE: readonly (string | null)[] = ["connection_refused", "no_servers"];

function verdictOf(
  servers: readonly ServerData[],
  reached: readonly ServerData[],
  good: readonly ServerData[],
  discovery: SslData["discovery"],
): Verdict {
  const say = (status: Verdict["status"], reason: string | null, detail: string) => ({
    status,
    reason,
    detail,
  });
  if (servers.length === 0)
    return say("unknown", discovery.reason ?? discovery.status, "There is no server to judge.");
  const bad = servers.find(
    ({ reachability, verdicts, dane, service }) =>
      reachability.status === "no_starttls" ||
      (reachability.status === "failed" && !NOT_THERE.includes(reachability.reason)) ||
      (dane.status === "fail" && service === "smtp25") ||
      Object.values(verdicts).some(({ status }) => status === "fail"),
  );
  if (bad !== undefined) {
    const { validity, host, chain, trust } = bad.verdicts;
    const failing = [validity, host, chain, trust].find(({ status }) => status === "fail");
    const reason =
      failing?.reason ??
      (bad.dane.status === "fail" ? "dane" : bad.reachability.reason) ??
      bad.reachability.status;
    return say("fail", reason, `${good.length} of ${servers.length} servers are well.`);
  }
  if (reached.length === 0) {
    const open = servers.find(({ reachability }) => reachability.status !== "failed");
    const status = open === undefined ? "fail" : "unknown";
    return say(status, (open ?? servers[0])?.reachability.reason ?? null, "No server came to TLS.");
  }
  const unsure = servers.find(({ verdicts }) =>
    Object.values(verdicts).some(({ status }) => status === "unknown"),
  );
  if (unsure !== undefined) {
    const open = Object.values(unsure.verdicts).find(({ status }) => status === "unknown");
    const detail = `${good.length} of ${servers.length} servers are well; of others that is not known.`;
    return say(good.length > 0 ? "warning" : "unknown", open?.reason ?? null, detail);
  }
  const warned = reached
    .flatMap(({ verdicts }) => Object.values(verdicts))
    .find(({ status }) => status === "warning");
  if (warned !== undefined) return say("warning", warned.reason, warned.detail);
  if (good.length < reached.length) return say("warning", "dane", "TLSA records do not fit.");
  if (reached.some(({ tls }) => isOld(tls?.version ?? "")))
    return say("warning", "old_protocol", "Clients of today refuse TLS 1.0 and 1.1.");
  return say("pass", null, `All ${servers.length} are well.`);
}
