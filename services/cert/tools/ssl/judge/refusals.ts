import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import type { SslData } from "../data.ts";
import { isTooLong } from "./leaf.ts";
import type { ServerJudged } from "./server.ts";

type Refusal = SslData["summary"]["refusedBy"][number];

/**
 * Date from which browsers require timestamps in public certificates: 2018-04-30, in seconds since 1970. It is
 * compared with the certificate's start date.
 */
const TIMESTAMPS_SINCE = 1_525_046_400;

/**
 * Returns true if a public certificate contains no timestamps of Certificate Transparency logs; the timestamps may
 * come with the handshake instead (RFC 6962 3.3).
 */
export function lacksTimestamps({ leaf, chain }: ServerJudged): boolean {
  if (leaf === null || chain?.public !== true) return false;
  return (leaf.extensions.scts ?? 0) === 0 && leaf.notBefore >= TIMESTAMPS_SINCE;
}

/**
 * Curves that at least one current browser, and OpenSSL by default, accepts for a certificate's key; Chrome
 * does not accept P-521.
 */
const CURVES_TAKEN: readonly (string | null)[] = ["prime256v1", "secp384r1", "secp521r1"];

/**
 * RSA keys that at least one current browser accepts. The OID is that of RSA-PSS, for platforms that have no name for
 * it; Firefox accepts RSA-PSS.
 */
const RSA_OF_BROWSERS = /^rsa|^1\.2\.840\.113549\.1\.1\.10$/;

/**
 * Returns true if no current browser accepts a certificate with such a key, for example Ed25519, DSA or secp256k1:
 * public authorities must not certify such keys (CA/B Baseline Requirements 6.1.1.3), and no browser offers signatures
 * with them. Source: releases of Chrome, Firefox and Safari of 2025.
 */
export function hasKeyOfNoBrowser(leaf: Certificate): boolean {
  const { algorithm, curve } = leaf.key;
  return algorithm === "ec" ? !CURVES_TAKEN.includes(curve) : !RSA_OF_BROWSERS.test(algorithm);
}

/**
 * Returns the reasons why current browsers refuse a server, as reason codes of the verdicts. Source: releases of
 * Chrome, Firefox and Safari of 2025.
 */
function browsersRefuse(server: ServerJudged): readonly string[] {
  const { data, leaf, chain, more, revocation } = server;
  const { validity, host, trust, protocol } = data.verdicts;
  // Browsers fetch missing intermediate certificates, or already know them.
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

/**
 * Returns the reasons why OpenSSL, with its defaults since version 3.2, refuses a server: its security level 2 allows
 * no version before TLS 1.2 and no RSA key below 2048 bits.
 */
function opensslRefuses({ data, leaf }: ServerJudged): readonly string[] {
  const { validity, host, trust, protocol } = data.verdicts;
  // OpenSSL still supports ciphers that browsers have removed, and ignores a wrong keyUsage.
  const own = protocol.reason === "old_protocol" ? failed(protocol) : [];
  const short = trust.reason === "weak_key" ? ["weak_key"] : [];
  // OpenSSL uses the common name if there are no other names.
  const names = host.reason === "no_names" ? [] : failed(host);
  const curve = leaf?.key.algorithm === "ec" && !CURVES_TAKEN.includes(leaf.key.curve) ? ["key_type"] : [];
  return [...failed(validity), ...names, ...failed(trust), ...own, ...short, ...curve];
}

function failed({ status, reason }: { status: string; reason: string | null }): readonly string[] {
  return status === "fail" && reason !== null ? [reason] : [];
}

/**
 * Returns the clients that refuse servers, with the reasons. For mail servers, the only such clients are mail servers
 * that check certificates.
 */
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
