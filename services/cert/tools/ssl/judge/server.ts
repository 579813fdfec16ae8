import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import { isIp } from "@dnstools/core/protocol/ip";
import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import { readCertificate } from "@dnstools/core/protocol/x509/read";
import { matchHost } from "@dnstools/core/protocol/x509/subject-names";
import type { TlsObservation } from "@dnstools/core/tls";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServerData } from "../data.ts";
import type { AddressObservation, HostObservation, RevocationSeen } from "../observations.ts";
import type { ServiceName } from "../services.ts";
import { type ChainJudged, judgeChain, type SentChain, type TrustAnchor } from "./chain.ts";
import { judgeDane, type Shown } from "./dane.ts";
import { hostVerdict, validityOf } from "./leaf.ts";
import { judgeMore, type MoreJudged, NOT_MORE } from "./more.ts";
import { protocolVerdict } from "./protocol.ts";

/** Data that all servers of one call share. */
export type CallContext = {
  readonly service: ServiceName;
  readonly anchors: readonly TrustAnchor[];
  /** The host or domain in the call. */
  readonly name: string;
  readonly revocations: readonly RevocationSeen[];
  /** True if DNSSEC secures the records that name the servers. */
  readonly recordsSecure: boolean;
  /** True if our resolver validates DNSSEC; null if this is not known. */
  readonly resolverValidates: boolean | null;
};

/** A server as the answer shows it, with the data for its findings. */
export type ServerJudged = {
  readonly data: ServerData;
  readonly chain: ChainJudged | null;
  readonly leaf: Certificate | null;
  /** All capabilities that a mail server offered before TLS; the answer may show only some of them. */
  readonly offers: readonly string[] | null;
  readonly more: MoreJudged;
  /** Revocation status of the certificate; null if it was not checked. */
  readonly revocation: RevocationSeen | null;
};

/** Judges a host at one of its addresses. */
export function judgeAddress(
  host: HostObservation,
  observed: AddressObservation,
  context: CallContext,
): ServerJudged {
  const { tls } = observed;
  const handshake = tls.outcome.kind === "present" ? tls.outcome.value : null;
  const all = handshake?.chain.map((der) => readCertificate(der)) ?? [];
  const leaf = all[0] ?? null;
  const sent: SentChain | null =
    leaf === null || handshake === null ? null : { leaf, all, total: handshake.chainTotal };
  const fetched = observed.aia
    .flatMap(({ outcome }) => (outcome.kind === "present" ? outcome.value : []))
    .map((der) => readCertificate(der))
    .filter((one) => one !== null);
  const chain =
    sent === null
      ? null
      : judgeChain(sent, { anchors: context.anchors, aia: observed.aia, fetched, at: tls.at });
  // Clients that follow SRV records, or guess names in the same way, also accept the domain in the certificate.
  const domain = host.source === "srv" || host.source === "guess" ? context.name : null;
  const verdicts =
    leaf === null || chain === null || handshake === null
      ? allUnknown(tls)
      : {
          validity: validityOf(leaf, tls.at),
          host: hostVerdict(leaf, host.host, domain),
          trust: chain.trust,
          chain: chain.chain,
          protocol: protocolVerdict(handshake, tls.detail, context.service),
        };
  const more = judgeMore(observed, handshake, { host: host.host, domain, anchors: context.anchors });
  const names = namesOf(host, context);
  const shown =
    leaf === null || chain === null
      ? null
      : { ...shownOf(leaf, all, verdicts, names), linked: chain.linked, at: tls.at };
  const data: ServerData = {
    ...placeOf(host, observed.address, context.service),
    observedAt: isoTime(tls.at),
    reachability: reachabilityOf(tls),
    tls:
      handshake === null
        ? null
        : {
            finished: handshake.flight === null,
            serverName: isIp(host.host) ? null : host.host,
            version: handshake.version,
            cipher: handshake.cipher,
            group: handshake.group,
            alpn: handshake.alpn,
            handshakeMs: handshake.handshakeMs,
          },
    chain: chain?.sent ?? null,
    chainTotal: handshake?.chainTotal ?? null,
    path: chain?.path ?? null,
    verdicts,
    withAia: chain?.withAia ?? null,
    dane: daneOf(host, context, shown),
    more: more.data,
  };
  const revocation =
    context.revocations.find(({ certificate }) => certificate === leaf?.fingerprintSha256) ?? null;
  return { data, chain, leaf, offers: tls.capabilities, more, revocation };
}

/**
 * Returns one entry with the reason if a host, or one of its address families, could not be checked because no address
 * is known; otherwise null.
 */
export function judgeNowhere(host: HostObservation, at: number, context: CallContext): ServerJudged | null {
  const reason = whyNowhere(host);
  if (reason === null) return null;
  const proved = hasNoAddress(host);
  const tls: TlsObservation = {
    outcome: { kind: "unknown", reason },
    stage: "none",
    ...{ detail: "", greeting: null, capabilities: null, connectMs: null, kept: false, at },
  };
  const data: ServerData = {
    ...placeOf(host, null, context.service),
    observedAt: isoTime(at),
    reachability: { ...reachabilityOf(tls), ...(proved ? { status: "failed" as const } : {}) },
    ...{ tls: null, chain: null, chainTotal: null, path: null, withAia: null },
    verdicts: allUnknown(tls),
    dane: daneOf(host, context, null),
    more: null,
  };
  return { data, chain: null, leaf: null, offers: null, more: NOT_MORE, revocation: null };
}

/** Returns true if it is certain that the host has no address. */
export function hasNoAddress({ a, aaaa, addresses, barred, dropped }: HostObservation): boolean {
  const known = [a, aaaa].every((one) => one !== null && one.kind !== "unknown");
  return known && addresses.length + dropped === 0 && barred === null;
}

/**
 * Returns why addresses are missing. If only one address family is unknown, its reason is reported together with the
 * addresses of the other family.
 */
function whyNowhere({ a, aaaa, barred, addresses }: HostObservation): Reason | null {
  if (barred !== null) return barred;
  const failed = [a, aaaa].find((one) => one?.kind === "unknown");
  if (failed?.kind === "unknown") return failed.reason;
  return addresses.length === 0 ? "no_servers" : null;
}

function placeOf(
  { host, port, source, preference }: HostObservation,
  address: string | null,
  service: ServiceName,
): Pick<ServerData, "host" | "address" | "port" | "service" | "source" | "preference"> {
  return { host, address, port, service, source, preference };
}

/**
 * Reasons that are caused by the server itself and not by the network on the way to it. The failure is therefore
 * certain.
 */
const FAILED: readonly Reason[] = [
  ...(["connection_refused", "not_tls", "tls_alert", "tls_at_once", "protocol_too_old"] as const),
  ...(["plaintext_injected", "preauth", "starttls_refused", "malformed"] as const),
];

/** Maximum number of a mail server's capabilities in the answer. */
const OFFERS_MAX = 64;

function reachabilityOf(tls: TlsObservation): ServerData["reachability"] {
  const { outcome, stage, detail, connectMs, greeting, capabilities } = tls;
  const reason = outcome.kind === "unknown" ? outcome.reason : null;
  const status =
    outcome.kind === "present"
      ? "ok"
      : outcome.kind === "absent"
        ? "no_starttls"
        : // The server is not to blame for a DNS failure before the connection.
          stage !== "none" && FAILED.includes(outcome.reason)
          ? "failed"
          : "unknown";
  return {
    status,
    stage,
    reason,
    detail,
    connectMs,
    greeting,
    capabilities: capabilities === null ? null : capabilities.slice(0, OFFERS_MAX),
  };
}

/** Returns unknown verdicts for a server without a certificate. */
function allUnknown({ outcome }: TlsObservation): ServerData["verdicts"] {
  const [reason, detail] =
    outcome.kind === "present"
      ? ["unreadable", "This API cannot read the certificate."]
      : [outcome.kind === "unknown" ? outcome.reason : "no_starttls", "No certificate was seen."];
  const verdict: Verdict = { status: "unknown", reason, detail };
  return { validity: verdict, host: verdict, trust: verdict, chain: verdict, protocol: verdict };
}

function shownOf(
  leaf: Certificate,
  all: readonly (Certificate | null)[],
  { validity, trust, host }: ServerData["verdicts"],
  names: readonly string[],
): Omit<Shown, "linked" | "at"> {
  return {
    leaf,
    others: all.slice(1).filter((one) => one !== null),
    trusted: trust.status === "unknown" ? null : trust.status !== "fail" && validity.status !== "fail",
    forHost: host.status === "pass",
    forAny: names.some((name) => matchHost(leaf.names, name) !== null),
  };
}

/**
 * Returns the names by which DANE knows the server: the host, the name where its CNAME chain ends, and the domain in
 * the call.
 */
function namesOf({ host, port, tlsa }: HostObservation, { name }: CallContext): readonly string[] {
  return [host, name, ...tlsa.map((one) => one.name.replace(`_${port}._tcp.`, ""))];
}

function daneOf(host: HostObservation, context: CallContext, shown: Shown | null): ServerData["dane"] {
  const proved = (outcome: Outcome<DnsReply> | null) =>
    outcome?.kind !== "present" || outcome.value.flags.includes("ad");
  const waySecure = context.recordsSecure && proved(host.a) && proved(host.aaaa);
  const { service, resolverValidates } = context;
  return judgeDane({ tlsa: host.tlsa, smtp: service === "smtp25", waySecure, resolverValidates, shown });
}
