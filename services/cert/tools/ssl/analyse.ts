import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import { readCertificate } from "@dnstools/core/protocol/x509/read";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { SslData } from "./data.ts";
import { caaOf } from "./judge/caa.ts";
import { certificatesOf } from "./judge/certificates.ts";
import { withCodes } from "./judge/codes.ts";
import { Exchanges } from "./judge/exchanges.ts";
import { discoveryFindings, hostFindings, serverFindings } from "./judge/findings.ts";
import {
  type CallContext,
  hasNoAddress,
  judgeAddress,
  judgeNowhere,
  type ServerJudged,
} from "./judge/server.ts";
import { summaryOf } from "./judge/summary.ts";
import { judgeAll } from "./judge/verdict.ts";
import { webOf } from "./judge/web.ts";
import type { HostObservation, SslObservation } from "./observations.ts";

/** Judges the certificates and the TLS of all servers of a call. */
export function analyse(
  observed: SslObservation,
  input: InputOf<typeof contract.params>,
): Judgement<SslData> {
  if (observed.resolverAlive === false) return RESOLVERS_DEAD;
  const name = input.host ?? input.domain ?? "";
  if (isMissing(observed, name))
    return { kind: "domain_not_found", detail: `${name} does not exist (NXDOMAIN).` };
  const context = contextOf(observed, name, input.service);
  const hosts = observed.hosts.filter((host) => !isVainGuess(host));
  const byHost = hosts.map((host) => ({ host, judged: judgeHost(host, observed.at, context) }));
  const judged = byHost.flatMap((one) => one.judged);
  const discovery = discoveryOf(observed, input);
  const servers = judged.map(({ data }) => data);
  const leavesOf = (all: readonly ServerJudged[]) =>
    all.map(({ leaf }) => leaf).filter((leaf) => leaf !== null);
  const asked = { name, service: input.service, discovery };
  const shown = {
    servers,
    caa: byHost.flatMap(({ host, judged: own }) => caaOf(host, leavesOf(own))),
    web: webOf(hosts),
  };
  const exchanges = new Exchanges(observed.evidence);
  const coded = withCodes(judged);
  const findings = [
    ...discoveryFindings(asked, hosts, exchanges),
    ...serverFindings(coded, discovery, exchanges),
    ...hostFindings(hosts, { ...shown, discovery }, exchanges),
  ];
  const { verdict, summary } = judgeAll(coded, findings, asked, observed.at);
  const data: SslData = {
    ...asked,
    ...shown,
    summary: summaryOf(coded, verdict, observed.at),
    certificates: certificatesOf(judged, observed.at),
    trustStore: {
      source: observed.store.source,
      date: observed.store.date,
      certificates: observed.store.count,
    },
  };
  const { connect } = input;
  const instead =
    connect === null ? {} : { instead: `With the server at ${connect} (connect=, not what is published): ` };
  return { kind: "answer", summary, data, findings, evidenced: true, ...instead };
}

/** Returns true if the queried name does not exist. */
function isMissing({ discovery, hosts }: SslObservation, name: string): boolean {
  const { records, domain } = discovery;
  if (records === null) {
    const [host] = hosts;
    const both = [host?.a, host?.aaaa];
    return both.every((one) => one?.kind === "present" && isDenied(one.value, name));
  }
  // SRV queries are for a name below the domain, so the domain itself was queried separately.
  const said = domain ?? records;
  return said.kind === "present" && isDenied(said.value, name);
}

function contextOf(observed: SslObservation, name: string, service: CallContext["service"]): CallContext {
  const anchors = observed.anchors.flatMap(({ der, of }) => {
    const certificate = readCertificate(der);
    return certificate === null ? [] : [{ certificate, of }];
  });
  const { revocations, resolverValidates } = observed;
  const { records } = observed.discovery;
  const recordsSecure =
    records === null || (records.kind === "present" && records.value.flags.includes("ad"));
  return { service, name, anchors, recordsSecure, resolverValidates, revocations };
}

/** Returns true if a host comes only from a guessed name and has no address. */
function isVainGuess(host: HostObservation): boolean {
  return host.source === "guess" && hasNoAddress(host);
}

function judgeHost(host: HostObservation, at: number, context: CallContext): readonly ServerJudged[] {
  const nowhere = judgeNowhere(host, at, context);
  const judged = host.addresses.map((observed) => judgeAddress(host, observed, context));
  return nowhere === null ? judged : [...judged, nowhere];
}

function discoveryOf(observed: SslObservation, input: InputOf<typeof contract.params>): SslData["discovery"] {
  const { records, name, hosts, dropped } = observed.discovery;
  const left = dropped + observed.hosts.reduce((sum, host) => sum + host.dropped, 0);
  const by = hosts[0]?.source ?? (input.service === "smtp25" ? "mx" : "srv");
  const say = (status: SslData["discovery"]["status"], reason: SslData["discovery"]["reason"] = null) => ({
    ...{ status, reason, by, asked: name, dropped: left },
  });
  if (records === null) return say("given");
  if (records.kind === "unknown") return say("unknown", records.reason);
  if (hosts.length === 0) return say(isRefusal(observed, input.service) ? "not_offered" : "absent");
  const nowhere = observed.hosts.every(hasNoAddress);
  if (by === "guess" || by === "implicit_mx")
    return say(nowhere ? "absent" : by === "guess" ? "guessed" : "found");
  return say("found");
}

/** Returns true if the records declare that the service is not offered: the only target is `.`. */
function isRefusal({ discovery }: SslObservation, service: string): boolean {
  const { records, name } = discovery;
  if (records?.kind !== "present" || name === null) return false;
  if (service === "smtp25") {
    const mx = walkChain(records.value.answers, name, "MX").records as readonly DnsRecord<"MX">[];
    return mx.length > 0 && mx.every(({ data }) => data.exchange === ".");
  }
  const srv = walkChain(records.value.answers, name, "SRV").records as readonly DnsRecord<"SRV">[];
  return srv.length > 0 && srv.every(({ data }) => data.target === ".");
}
