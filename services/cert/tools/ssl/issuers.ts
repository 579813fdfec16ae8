import { yieldTurn } from "@dnstools/concurrency/yield-turn";
import { certificatesIn } from "@dnstools/core/protocol/x509/bundle";
import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import { buildPaths } from "@dnstools/core/protocol/x509/path";
import { readCertificate } from "@dnstools/core/protocol/x509/read";
import type { TlsSession } from "@dnstools/core/tls";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { Anchor, TrustStore } from "../../trust-store.ts";
import type { AiaObservation } from "./observations.ts";

/** Search for issuers' certificates that servers should have sent but did not, for one call. */
export type Issuers = {
  /**
   * Fetches the issuers' certificates from the URLs in a chain's certificates (AIA), if the path to a trust anchor has
   * a gap; null if the time limit is reached first.
   */
  readonly find: (handshake: TlsSession) => Promise<readonly AiaObservation[] | null>;
  /** Records the trust anchors of a chain whose issuers are not fetched. */
  readonly note: (handshake: TlsSession) => void;
  /** Returns the trust anchors that may be issuers of the certificates seen so far. */
  readonly anchors: () => readonly Anchor[];
};

/**
 * Maximum number of fetched files per call; PER_HOST_MAX is the maximum per host. The limits prevent the author of a
 * certificate from making this API send many requests to a third party.
 */
const FILES_MAX = 8;
const PER_HOST_MAX = 3;
/**
 * Maximum number of consecutive fetches to close one gap in a chain; URLS_MAX is the maximum number of URLs per
 * certificate, and BYTES_MAX of bytes per file.
 */
const STEPS_MAX = 4;
const URLS_MAX = 2;
const BYTES_MAX = 65_536;

/** Creates the search for issuers, for one call. */
export function createIssuers(session: NetSession, trust: TrustStore, signal: AbortSignal): Issuers {
  const anchors = new Map<string, Anchor>();
  const fetched = new Map<string, Promise<AiaObservation>>();

  function near(certificates: readonly Certificate[]): readonly Certificate[] {
    const found = trust.near(certificates);
    for (const anchor of found) anchors.set(anchor.der, anchor);
    return found.map(({ der }) => readCertificate(der)).filter((one) => one !== null);
  }

  /** Fetches each file once per call, since servers of one domain usually show the same certificates. */
  function fetchOnce(url: string): Promise<AiaObservation> {
    const known = fetched.get(url);
    if (known !== undefined) return known;
    const host = URL.canParse(url) ? new URL(url).hostname : "";
    const asked = [...fetched.keys()].filter((one) => URL.canParse(one) && new URL(one).hostname === host);
    const held = fetched.size >= FILES_MAX || asked.length >= PER_HOST_MAX;
    const file: Promise<AiaObservation> = held
      ? Promise.resolve({ url, status: null, outcome: unknown("held_back") })
      : fetchIssuer(session, url);
    if (!held) fetched.set(url, file);
    return file;
  }

  /**
   * Returns the certificate whose issuer is missing; null if a path reaches a trust anchor or ends in a self-signed
   * certificate.
   */
  function gap(leaf: Certificate, others: readonly Certificate[]): Certificate | null {
    const [best] = buildPaths(leaf, others, near([leaf, ...others]), session.nowS());
    return best?.end === "issuer_missing" ? (best.links.at(-1)?.certificate ?? null) : null;
  }

  return {
    async find({ chain }) {
      if (!(await yieldTurn(signal))) return null;
      const [leaf, ...others] = chain.map((der) => readCertificate(der));
      if (leaf === null || leaf === undefined) return [];
      const known = others.filter((one) => one !== null);
      const observed: AiaObservation[] = [];
      for (let step = 0; step < STEPS_MAX && !signal.aborted; step++) {
        const top = gap(leaf, known);
        const urls =
          top?.extensions.caIssuers.filter((url) => !observed.some((one) => one.url === url)) ?? [];
        if (urls.length === 0) break;
        const files = await Promise.all(urls.slice(0, URLS_MAX).map(fetchOnce));
        observed.push(...files);
        const ders = files.flatMap(({ outcome }) => (outcome.kind === "present" ? outcome.value : []));
        known.push(...ders.map((der) => readCertificate(der)).filter((one) => one !== null));
      }
      return observed;
    },
    note({ chain }) {
      near(chain.map((der) => readCertificate(der)).filter((one) => one !== null));
    },
    anchors: () => [...anchors.values()],
  };
}

async function fetchIssuer(session: NetSession, text: string): Promise<AiaObservation> {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Only plain http is used: a certificate is itself signed, and TLS would need the certificate that is missing
  // (RFC 5280 4.2.2.1).
  if (url === null || url.protocol !== "http:" || url.username !== "" || url.password !== "")
    return { url: text, status: null, outcome: unknown("not_allowed") };
  const reply = await session.get(url, {
    headers: { accept: "application/pkix-cert, application/pkcs7-mime" },
    bytesMax: BYTES_MAX,
    until: AbortSignal.timeout(session.waits.issuerMs),
  });
  if (reply.kind !== "present") return { url: text, status: null, outcome: reply };
  return { url: text, status: reply.value.status, outcome: readFile(reply.value) };
}

function readFile({ status, body }: { status: number; body: Uint8Array }): Outcome<readonly string[]> {
  if (status === 404 || status === 410) return absent("nodata");
  if (status !== 200)
    return unknown(status === 429 ? "rate_limited" : status >= 500 ? "server_error" : "malformed");
  const ders = certificatesIn(body).map(({ der }) => Buffer.from(der).toString("base64"));
  return ders.length > 0 ? present(ders) : unknown("malformed");
}
