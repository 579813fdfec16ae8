import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import type { SslData } from "../data.ts";
import { isTooLong } from "./leaf.ts";
import type { ServerJudged } from "./server.ts";

type Refusal = SslData["summary"]["refusedBy"][number];

/** Since when browsers want timestamps of public certificates: 2018-04-30, by the day they begin. */
const TIMESTAMPS_SINCE = 1_525_046_400;

/** Whether a public certificate lacks timestamps of logs in it; they may come with the handshake instead (RFC 6962 3.3). */
export function lacksTimestamps({ leaf, chain }: ServerJudged): boolean {
  if (leaf === null || chain?.public !== true) return false;
  return (leaf.extensions.scts ?? 0) === 0 && leaf.notBefore >= TIMESTAMPS_SINCE;
}

/** Curves of which some current browser takes a certificate's key, and OpenSSL by default; Chrome takes no P-521. */
const CURVES_TAKEN: readonly (string | null)[] = ["prime256v1", "secp384r1", "secp521r1"];

/** Keys that some current browser takes; the second is RSA-PSS where the platform does not know it, which Firefox takes. */
const RSA_OF_BROWSERS = /^rsa|^1\.2\.840\.113549\.1\.1\.10$/;

/**
 * Whether no current browser takes a certificate with such a key, as Ed25519, DSA or secp256k1: public authorities may not
 * certify them (CA/B Baseline Requirements 6.1.1.3), and no browser offers their signatures. Source: releases of Chrome, Firefox and Safari of 2025.
 */
export function hasKeyOfNoBrowser(leaf: Certificate): boolean {
  const { algorithm, curve } = leaf.key;
  return algorithm === "ec" ? !CURVES_TAKEN.includes(curve) : !RSA_OF_BROWSERS.test(algorithm);
}

/** Why current browsers refuse a server, by the codes of verdicts; source: releases of Chrome, Firefox and Safari of 2025. */
function browsersRefuse(server: ServerJudged): readonly string[] {
  const { data, leaf, chain, more, revocation } = server;
  const { validity, host, trust, protocol } = data.verdicts;
  // What is missing they fetch or know.
  const fetched = data.withAia?.status === "pass";
  const revoked = revocation?.status === "revoked" || data.more?.stapling?.status === "revoked";
  return [
    ...[validity, host, ...(fetched ? [] : [trust]), protocol].flatMap(failed),
    ...(leaf !== null && chain?.public === true && isTooLong(leaf) ? ["lifetime"] : []),
    ...(lacksTimestamps(server) && more.scts === false ? ["no_timestamps"] : []),
    ...(revoked ? ["revoked"] : []),
    ...(leaf !== null && hasKeyOfNoBrowser(leaf) ? ["key_type"] : []),
  ];
}

/** The same of OpenSSL 3 with its defaults since 3.2: security level 2, so nothing older than TLS 1.2 and no RSA below 2048 bits. */
function opensslRefuses({ data, leaf }: ServerJudged): readonly string[] {
  const { validity, host, trust, protocol } = data.verdicts;
  // It has ciphers that browsers have given up, and does not mind a wrong keyUsage.
  const own = protocol.reason === "old_protocol" ? failed(protocol) : [];
  const short = trust.reason === "weak_key" ? ["weak_key"] : [];
  // It compares with the common name where there is no name besides.
  const names = host.reason === "no_names" ? [] : failed(host);
  const curve = leaf?.key.algorithm === "ec" && !CURVES_TAKEN.includes(leaf.key.curve) ? ["key_type"] : [];
  return [...failed(validity), ...names, ...failed(trust), ...own, ...short, ...curve];
}

function failed({ status, reason }: { status: string; reason: string | null }): readonly string[] {
  return status === "fail" && reason !== null ? [reason] : [];
}

/** Who refuses which servers, and why. Between mail servers that is only those that check certificates. */
export function refusalsOf(judged: readonly ServerJudged[]): Refusal[] {
  const by = (client: Refusal["client"], why: (server: ServerJudged) => readonly string[]): Refusal[] => {
    const refused = judged
      .map((server) => ({ server, reasons: why(server) }))
      .filter(({ reasons }) => reasons.length > 0);
    if (refused.length === 0) return [];
    const hosts = Map.groupBy(refused, ({ server }) => server.data.host);
    const servers = [...hosts].flatMap(([host, some]) => {
      const all = judged.filter(({ data }) => data.host === host).length;
      return some.length === all ? [host] : some.map(({ server }) => `${host} (${server.data.address})`);
    });
    return [{ client, servers, reasons: [...new Set(refused.flatMap(({ reasons }) => reasons))] }];
  };
  return [...by("browsers", browsersRefuse), ...by("openssl", opensslRefuses)];
}
