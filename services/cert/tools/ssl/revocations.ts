import { yieldTurn } from "@dnstools/concurrency/yield-turn";
import { type Certificate, isSignedBy } from "@dnstools/core/protocol/x509/certificate";
import { type Crl, crlSays, readCrl } from "@dnstools/core/protocol/x509/crl";
import { readCertificate } from "@dnstools/core/protocol/x509/read";
import type { Outcome } from "@dnstools/core/tool/outcome";
import { present, unknown } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { CrlCache } from "../../crl-cache.ts";
import type { TrustStore } from "../../trust-store.ts";
import type { RevocationSeen } from "./observations.ts";

/** Checks certificates for revocation, for one call. */
export type Revocations = {
  /**
   * Checks a certificate with the revocation list that it names. Each certificate is checked once per call.
   * @param others sent and fetched certificates that may be the issuer's, as DER in base64.
   */
  readonly session: (leaf: Certificate, others: readonly string[]) => Promise<void>;
  readonly all: () => readonly RevocationSeen[];
};

/**
 * Maximum number of revocation lists per call; URLS_MAX is the maximum per certificate, and BYTES_MAX the maximum size
 * of a list in bytes. The lists of 2026 are smaller than one megabyte.
 */
const FILES_MAX = 8;
const URLS_MAX = 2;
const BYTES_MAX = 4_194_304;

const NOTHING = { url: null, thisUpdate: null, nextUpdate: null, revokedAt: null, why: null } as const;

/** Creates the revocation check, for one call. */
export function createRevocations(
  session: NetSession,
  { trust, crls }: { trust: TrustStore; crls: CrlCache },
  signal: AbortSignal,
): Revocations {
  const found = new Map<string, Promise<RevocationSeen>>();
  const done: RevocationSeen[] = [];
  const files = new Map<string, Promise<Outcome<Crl>>>();

  function fetchOnce(url: string): Promise<Outcome<Crl>> {
    const kept = crls.get(url);
    if (kept !== null) return Promise.resolve(present(kept));
    const known = files.get(url);
    if (known !== undefined) return known;
    if (files.size >= FILES_MAX) return Promise.resolve(unknown("held_back"));
    const file = fetchCrl(session, url);
    files.set(url, file);
    return file;
  }

  async function find(leaf: Certificate, others: readonly string[]): Promise<RevocationSeen> {
    const certificate = leaf.fingerprintSha256;
    const urls = leaf.extensions.crls;
    // Some authorities name an LDAP directory first. A revocation list is itself signed (RFC 5280 8), so plain http is
    // sufficient.
    const fetched = urls.filter((url) => url.startsWith("http:"));
    const no = (
      reason: NonNullable<RevocationSeen["reason"]>,
      url: string | null = null,
    ): RevocationSeen => ({
      ...{ ...NOTHING, certificate, url, status: "unknown", reason },
    });
    if (urls.length === 0) return no("no_crl");
    const issuer = issuerOf(leaf, others, trust);
    if (issuer === null) return no("no_issuer");
    let first: RevocationSeen | null = null;
    for (const url of (fetched.length > 0 ? fetched : urls).slice(0, URLS_MAX)) {
      const file = await fetchOnce(url);
      if (file.kind === "present" && !(await yieldTurn(signal))) return first ?? no("budget", url);
      const observed =
        file.kind === "present"
          ? { ...no("budget", url), ...saysOf(file.value, leaf, { issuer, urls, at: session.nowS() }) }
          : no(file.kind === "absent" ? "no_such_file" : file.reason, url);
      if (observed.status !== "unknown") {
        if (file.kind === "present") crls.put(url, file.value);
        return observed;
      }
      first ??= observed;
    }
    return first ?? no("no_crl");
  }

  return {
    async session(leaf, others) {
      const known = found.get(leaf.fingerprintSha256);
      const finding = known ?? find(leaf, others);
      if (known === undefined) {
        found.set(leaf.fingerprintSha256, finding);
        done.push(await finding);
      } else await known;
    },
    all: () => done,
  };
}

function saysOf(
  crl: Crl,
  leaf: Certificate,
  context: Parameters<typeof crlSays>[2],
): Omit<RevocationSeen, "certificate" | "url"> {
  const says = crlSays(crl, leaf, context);
  const times = { thisUpdate: crl.thisUpdate, nextUpdate: crl.nextUpdate, revokedAt: null, why: null };
  if (says.status === "unknown") return { ...times, status: "unknown", reason: says.fault };
  if (says.status === "good") return { ...times, status: "good", reason: null };
  return { ...times, status: "revoked", reason: null, revokedAt: says.at, why: says.why };
}

/**
 * Returns the certificate that signed the leaf, among the sent and fetched certificates and the trust anchors; null if
 * none of them did.
 */
function issuerOf(leaf: Certificate, others: readonly string[], trust: TrustStore): Certificate | null {
  const anchors = trust.near([leaf]).map(({ der }) => der);
  const all = [...others, ...anchors].map((der) => readCertificate(der)).filter((one) => one !== null);
  return all.find((one) => one.subjectKey === leaf.issuerKey && isSignedBy(leaf, one) === true) ?? null;
}

async function fetchCrl(session: NetSession, text: string): Promise<Outcome<Crl>> {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Only plain http is used, since a revocation list is itself signed (RFC 5280 8).
  if (url === null || url.protocol !== "http:" || url.username !== "" || url.password !== "")
    return unknown("not_allowed");
  const reply = await session.get(url, {
    headers: { accept: "application/pkix-crl" },
    bytesMax: BYTES_MAX,
    until: AbortSignal.timeout(session.waits.crlMs),
  });
  if (reply.kind !== "present") return reply;
  const { status, body } = reply.value;
  if (status === 404 || status === 410) return { kind: "absent", how: "nodata" };
  if (status !== 200)
    return unknown(status === 429 ? "rate_limited" : status >= 500 ? "server_error" : "malformed");
  const crl = readCrl(body);
  return crl === null ? unknown("malformed") : present(crl);
}
