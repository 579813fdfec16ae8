import { isWeak } from "@dnstools/core/protocol/tls/suites";
import { CRL_FAULTS } from "@dnstools/core/protocol/x509/crl";
import type { PathProblem } from "@dnstools/core/protocol/x509/path";
import type { TlsStage } from "@dnstools/core/tls";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { FINDINGS } from "../findings.ts";
import { isTooLong } from "./leaf.ts";
import { isOld } from "./protocol.ts";
import { hasKeyOfNoBrowser, lacksTimestamps } from "./refusals.ts";
import type { ServerJudged } from "./server.ts";

/** Code of a finding of this tool. */
export type Code = keyof typeof FINDINGS;

/** Finding code for each problem of a certificate path. */
const PATH_CODES: Readonly<Record<PathProblem, Code>> = {
  signature_invalid: "ssl.path_signature",
  signature_unknown: "ssl.path_unchecked",
  signatures_unchecked: "ssl.path_unchecked",
  expired: "ssl.path_dates",
  not_yet_valid: "ssl.path_dates",
  not_a_ca: "ssl.path_authority",
  path_too_long: "ssl.path_authority",
  key_usage: "ssl.path_usage",
  extended_key_usage: "ssl.path_usage",
  name_constraints: "ssl.path_names",
  constraints_unchecked: "ssl.path_unchecked",
  critical_extension: "ssl.path_extension",
  broken_extension: "ssl.path_extension",
};

/** Finding code for a server without a TLS session, by the reason. */
const REACHED_CODES: Readonly<Partial<Record<Reason, Code>>> = {
  connection_refused: "ssl.unreachable",
  unreachable: "ssl.unreachable",
  timeout: "ssl.silent",
  reset: "ssl.broken_off",
  rate_limited: "ssl.turned_away",
  try_later: "ssl.turned_away",
  blocked: "ssl.turned_away",
  plaintext_injected: "ssl.plaintext_injected",
  preauth: "ssl.preauth",
  too_large: "ssl.too_large",
  not_tls: "ssl.no_tls",
  tls_alert: "ssl.no_tls",
  no_common_tls: "ssl.no_common_tls",
  tls_at_once: "ssl.tls_at_once",
  protocol_too_old: "ssl.no_tls",
  starttls_refused: "ssl.no_tls",
  malformed: "ssl.no_tls",
};

/**
 * Finding code for a server that was not contacted, by the reason. Reasons that concern only this API have no finding.
 */
const UNASKED_CODES: Readonly<Partial<Record<Reason, Code>>> = {
  no_servers: "ssl.no_address",
  port_not_allowed: "ssl.port_not_allowed",
  not_a_host: "ssl.not_a_host",
  not_allowed: "ssl.not_public",
  servfail: "ssl.addresses_unknown",
  refused: "ssl.addresses_unknown",
  timeout: "ssl.addresses_unknown",
  malformed: "ssl.addresses_unknown",
};

/** Returns each server with the codes of all findings about it. */
export function withCodes(judged: readonly ServerJudged[]): Coded[] {
  // One unreachable server among several is not an error: some domains leave the first MX unreachable on purpose.
  const nothing =
    judged.length > 0 && judged.every(({ data }) => data.reachability.reason === "connection_refused");
  return judged.map((server) => {
    const codes = new Set(codesOf(server));
    if (nothing && codes.delete("ssl.unreachable")) codes.add("ssl.nothing_listens");
    return { server, codes };
  });
}

/** A server at one address, with the codes of all findings about it. */
export type Coded = { readonly server: ServerJudged; readonly codes: ReadonlySet<Code> };

function codesOf(server: ServerJudged): Code[] {
  const { leaf } = server;
  if (leaf === null) return unreachedCodes(server);
  return [
    ...leafCodes(server),
    ...chainCodes(server),
    ...protocolCodes(server),
    ...moreCodes(server),
    ...revocationCodes(server),
    ...(isUnchecked(server) ? (["ssl.opportunistic"] as const) : []),
    ...plainCodes(server),
    ...daneCodes(server),
  ];
}

/** Returns true if a mail server fails a verdict that most sending mail servers do not check. */
function isUnchecked({ data }: ServerJudged): boolean {
  const wrong = Object.values(data.verdicts).some(({ status }) => status === "fail");
  return data.service === "smtp25" && wrong && data.dane.status !== "pass";
}

function unreachedCodes(server: ServerJudged): Code[] {
  const { reachability, source } = server.data;
  if (reachability.status === "ok") return ["ssl.unreadable"];
  const { reason, stage } = reachability;
  const code = reason === null ? undefined : codeOf(reason, stage);
  const guessed = source === "guess" && (code === "ssl.unreachable" || code === "ssl.no_address");
  return [
    ...(reachability.status === "no_starttls" ? (["ssl.no_starttls"] as const) : []),
    // A guessed server that cannot be reached gets no finding, because no record names it.
    ...(code === undefined || guessed ? [] : [code]),
    ...plainCodes(server),
    ...daneCodes(server),
  ];
}

function codeOf(reason: Reason, stage: TlsStage): Code | undefined {
  if (stage === "none") return UNASKED_CODES[reason];
  return stage === "connect" && reason === "timeout" ? "ssl.unreachable" : REACHED_CODES[reason];
}

function leafCodes({ data, chain, leaf }: ServerJudged): Code[] {
  const { validity, host } = data.verdicts;
  const strange = leaf !== null && data.service === "https" && hasKeyOfNoBrowser(leaf);
  const tooLong = leaf !== null && chain?.public === true && isTooLong(leaf);
  return [
    ...(validity.reason === null ? [] : [`ssl.${validity.reason}` as Code]),
    ...(host.reason === null ? [] : [`ssl.${host.reason}` as Code]),
    ...(strange ? (["ssl.key_type"] as const) : []),
    ...(tooLong ? (["ssl.lifetime"] as const) : []),
  ];
}

function protocolCodes({ data }: ServerJudged): Code[] {
  const { reason } = data.verdicts.protocol;
  const mail = data.service === "smtp25" ? "_mail" : "";
  if (reason === "old_protocol" || reason === "no_current_cipher") return [`ssl.${reason}${mail}`];
  return reason === null || reason === "unreadable" ? [] : [`ssl.${reason}` as Code];
}

const NOT_SHOWN = { versions: null, rsa: null, stapling: null, clientCertificate: null, weakCipher: null };

/** Returns the codes for the results of further connections. */
function moreCodes(server: ServerJudged): Code[] {
  const { data, leaf, more } = server;
  const { versions, rsa, stapling, clientCertificate, weakCipher } = data.more ?? NOT_SHOWN;
  const takesOld = (["TLSv1.1", "TLSv1", "SSLv3"] as const).some((version) => versions?.[version] === true);
  const second = Object.values(rsa?.verdicts ?? {}).some(({ status }) => status === "fail");
  const takesWeak = weakCipher !== null && isWeak(weakCipher.cipher ?? "");
  const asksStaple = leaf?.extensions.mustStaple === true;
  const asksAlone =
    clientCertificate === true && data.verdicts.protocol.reason !== "client_certificate_required";
  return [
    ...(takesOld && !isOld(data.tls?.version ?? "") ? (["ssl.old_protocol_offered"] as const) : []),
    ...(second ? (["ssl.second_certificate"] as const) : []),
    ...(takesWeak && data.verdicts.protocol.reason === null ? (["ssl.weak_cipher_offered"] as const) : []),
    ...(asksAlone ? (["ssl.client_certificate"] as const) : []),
    ...(asksStaple && stapling?.status === "absent" ? (["ssl.must_staple_missing"] as const) : []),
    ...(asksStaple && stapling === null ? (["ssl.must_staple"] as const) : []),
    ...(stapling?.status === "unknown" && STAPLE_FAULTS.includes(stapling.reason)
      ? (["ssl.staple_broken"] as const)
      : []),
    ...(stapling?.status === "revoked" ? (["ssl.revoked"] as const) : []),
    ...(lacksTimestamps(server) && more.scts === false ? (["ssl.no_timestamps"] as const) : []),
  ];
}

/** Faults of a stapled response that are not caused by this API. */
const STAPLE_FAULTS: readonly (string | null)[] = [
  ...["malformed", "error", "other_certificate", "expired", "not_yet_valid", "bad_signature"],
];

/** Returns the codes for the revocation status. A list that cannot be used is the authority's fault. */
function revocationCodes({ revocation }: ServerJudged): Code[] {
  if (revocation === null) return [];
  if (revocation.status === "revoked") return ["ssl.revoked"];
  const read = (CRL_FAULTS as readonly (string | null)[]).includes(revocation.reason);
  return read || revocation.reason === "no_such_file" || revocation.reason === "malformed"
    ? ["ssl.revocation_unknown"]
    : [];
}

const TRUST_CODES: Readonly<Record<string, Code>> = {
  self_signed: "ssl.self_signed",
  unknown_ca: "ssl.unknown_ca",
  issuer_not_found: "ssl.issuer_not_found",
  too_large: "ssl.too_large",
};

function chainCodes({ data, chain }: ServerJudged): Code[] {
  if (chain === null) return [];
  const incomplete = data.verdicts.chain.reason === "incomplete";
  const trust = TRUST_CODES[data.verdicts.trust.reason ?? ""];
  // The missing certificate explains the failed trust, so only the finding about the missing certificate is reported.
  const own = incomplete ? "ssl.chain_incomplete" : trust;
  const stranger = incomplete && data.withAia?.reason === "unknown_ca";
  return [
    ...(own === undefined ? [] : [own]),
    ...(stranger ? (["ssl.unknown_ca"] as const) : []),
    ...chain.problems.map((code) => PATH_CODES[code]),
    ...chain.weak.map((weak) => `ssl.${weak}` as const),
    ...chain.faults.map((fault) => `ssl.chain_${fault}` as const),
    ...(chain.rootSent ? (["ssl.root_sent"] as const) : []),
  ];
}

/**
 * Returns the finding code for a mail server that offers a login with a password before TLS (RFC 4954 4, RFC 9051
 * 6.2.3, RFC 2449 6.3).
 */
function plainCodes({ data, offers }: ServerJudged): Code[] {
  if (offers === null || data.service === "smtp25") return [];
  const inClear =
    data.service === "smtp"
      ? offers.some((offer) => /^AUTH\b/.test(offer))
      : data.service === "imap"
        ? // The capabilities in a greeting may be incomplete, so a missing LOGINDISABLED there proves nothing.
          offers.some((offer) => /^AUTH=(PLAIN|LOGIN)$/.test(offer)) && !offers.includes("LOGINDISABLED")
        : offers.some((offer) => offer === "USER" || /^SASL .*\b(PLAIN|LOGIN)\b/.test(offer));
  return inClear ? ["ssl.auth_in_clear"] : [];
}

function daneCodes({ data }: ServerJudged): Code[] {
  const { status, reason } = data.dane;
  if (status === "fail" && reason === "mismatch")
    return [data.service === "smtp25" ? "ssl.dane_mismatch" : "ssl.dane_mismatch_elsewhere"];
  if (status === "unusable") return ["ssl.dane_unusable"];
  return status === "insecure" && reason === "tlsa" ? ["ssl.dane_insecure"] : [];
}
