import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import { readCertificate } from "@dnstools/core/protocol/x509/read";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { SslData } from "./data.ts";
import { caaOf } from "./judge-caa.ts";
import { discoveryFindings, serverFindings } from "./judge-findings.ts";
import {
  type CallContext,
  hasNoAddress,
  judgeAddress,
  judgeNowhere,
  type ServerJudged,
} from "./judge-server.ts";
import { summaryOf } from "./judge-summary.ts";
import type { HostSeen, SslSeen } from "./seen.ts";

export function analyse(seen: SslSeen, input: InputOf<typeof contract.params>): Judgement<SslData> {
  if (seen.resolverAlive === false) return RESOLVERS_DEAD;
  const name = input.host ?? input.domain ?? "";
  if (isMissing(seen, name))
    return { kind: "domain_not_found", detail: `${name} does not exist (NXDOMAIN).` };
  const context = contextOf(seen, name, input.service);
  const judged = seen.hosts.flatMap((host) => judgeHost(host, seen.at, context));
  const discovery = discoveryOf(seen, input);
  const servers = judged.map(({ data }) => data);
  const data: SslData = {
    name,
    service: input.service,
    servers,
    discovery,
    summary: summaryOf(servers, discovery),
    caa: seen.hosts.filter((host) => !isVainGuess(host)).flatMap(caaOf),
    trustStore: { source: seen.store.source, date: seen.store.date, certificates: seen.store.count },
  };
  const findings = [
    ...discoveryFindings(name, discovery, input.service === "smtp25" && discovery.status === "not_offered"),
    ...serverFindings(judged),
  ];
  return { kind: "answer", data, findings };
}

/** Whether the name asked for does not exist. */
function isMissing({ discovery, hosts }: SslSeen, name: string): boolean {
  const { records, domain } = discovery;
  if (records === null) {
    const [host] = hosts;
    const both = [host?.a, host?.aaaa];
    return both.every((one) => one?.kind === "present" && isDenied(one.value, name));
  }
  // Of SRV it is a name below that is asked for: the domain itself was asked besides.
  const said = domain ?? records;
  return said.kind === "present" && isDenied(said.value, name);
}

function contextOf(seen: SslSeen, name: string, service: CallContext["service"]): CallContext {
  const anchors = seen.anchors.flatMap(({ der, of }) => {
    const certificate = readCertificate(der);
    return certificate === null ? [] : [{ certificate, of }];
  });
  const { records } = seen.discovery;
  const recordsSecure =
    records === null || (records.kind === "present" && records.value.flags.includes("ad"));
  return { service, name, anchors, recordsSecure };
}

/** A guess that leads nowhere is no server. */
function isVainGuess(host: HostSeen): boolean {
  return host.source === "guess" && hasNoAddress(host);
}

function judgeHost(host: HostSeen, at: number, context: CallContext): readonly ServerJudged[] {
  if (isVainGuess(host)) return [];
  const nowhere = judgeNowhere(host, at, context);
  const judged = host.addresses.map((seen) => judgeAddress(host, seen, context));
  return nowhere === null ? judged : [...judged, nowhere];
}

function discoveryOf(seen: SslSeen, input: InputOf<typeof contract.params>): SslData["discovery"] {
  const { records, name, hosts, dropped } = seen.discovery;
  const left = dropped + seen.hosts.reduce((sum, host) => sum + host.dropped, 0);
  const by = hosts[0]?.source ?? (input.service === "smtp25" ? "mx" : "srv");
  const say = (status: SslData["discovery"]["status"], reason: SslData["discovery"]["reason"] = null) => ({
    ...{ status, reason, by, asked: name, dropped: left },
  });
  if (records === null) return say("given");
  if (records.kind === "unknown") return say("unknown", records.reason);
  if (hosts.length === 0) return say(isRefusal(seen, input.service) ? "not_offered" : "absent");
  const nowhere = seen.hosts.every(hasNoAddress);
  if (by === "guess" || by === "implicit_mx")
    return say(nowhere ? "absent" : by === "guess" ? "guessed" : "found");
  return say("found");
}

/** Whether the records say themselves that there is no such service: a lone `.` as the server. */
function isRefusal({ discovery }: SslSeen, service: string): boolean {
  const { records, name } = discovery;
  if (records?.kind !== "present" || name === null) return false;
  if (service === "smtp25") {
    const mx = walkChain(records.value.answers, name, "MX").records as readonly DnsRecord<"MX">[];
    return mx.length > 0 && mx.every(({ data }) => data.exchange === ".");
  }
  const srv = walkChain(records.value.answers, name, "SRV").records as readonly DnsRecord<"SRV">[];
  return srv.length > 0 && srv.every(({ data }) => data.target === ".");
}
