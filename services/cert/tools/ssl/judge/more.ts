import { isoTime } from "@dnstools/core/protocol/dns/text";
import { fromBase64 } from "@dnstools/core/protocol/platform";
import { isForwardSecret, isWeak } from "@dnstools/core/protocol/tls/suites";
import { type Certificate, isSignedBy } from "@dnstools/core/protocol/x509/certificate";
import { ocspSays } from "@dnstools/core/protocol/x509/ocsp";
import { readCertificate } from "@dnstools/core/protocol/x509/read";
import type { TlsObservation, TlsSession } from "@dnstools/core/tls";
import type { Reason } from "@dnstools/core/tool/outcome";
import { type More, VERSIONS } from "../data/more.ts";
import type { AddressObservation, Further } from "../observations.ts";
import { type ChainJudged, judgeChain, type TrustAnchor } from "./chain.ts";
import { hostVerdict, validityOf } from "./leaf.ts";
import { isOld } from "./protocol.ts";

/** A second certificate of a server, with the chain that was sent with it. */
type Second = { readonly leaf: Certificate; readonly chain: ChainJudged };

/** Results of further connections, with the data for findings. */
export type MoreJudged = {
  readonly data: More | null;
  readonly second: Second | null;
  /** Certificates, other than the server's own, that the further connections showed. */
  readonly leaves: readonly Certificate[];
  /** True if the handshake contained certificate timestamps; null if this is not known. */
  readonly scts: boolean | null;
};

/** Result for a server without further connections. */
export const NOT_MORE: MoreJudged = { data: null, second: null, leaves: [], scts: null };

type Versions = NonNullable<More["versions"]>;
type Stapling = NonNullable<More["stapling"]>;

type ServerContext = {
  readonly host: string;
  readonly domain: string | null;
  readonly anchors: readonly TrustAnchor[];
};

/**
 * Judges the results of further connections.
 * @param handshake the handshake of the first connection.
 */
export function judgeMore(
  { tls, further }: AddressObservation,
  handshake: TlsSession | null,
  context: ServerContext,
): MoreJudged {
  const shown: AddressObservation["further"]["shown"] = {
    ...further.shown,
    ...(handshake !== null && handshake.flight !== null && further.shown.all === undefined
      ? { all: tls }
      : {}),
  };
  const has12 = versionsOf(handshake, shown)["TLSv1.2"];
  const second = secondOf(shown.rsa, context);
  const unnamed = leafOf(shown.no_name);
  const flight = sessionOf(shown.all)?.flight ?? null;
  const { no_name: withoutName, rsa } = shown;
  const nothing = Object.keys(shown).length === 0;
  if (nothing && further.skipped === null) return NOT_MORE;
  return {
    data: {
      status: Object.keys(further.shown).length === 0 ? "skipped" : "asked",
      reason: further.skipped,
      versions: nothing ? null : versionsOf(handshake, shown),
      rsa:
        rsa === undefined
          ? null
          : {
              status: asked(rsa, has12),
              certificate: second?.leaf.fingerprintSha256 ?? null,
              verdicts:
                second === null
                  ? null
                  : {
                      validity: validityOf(second.leaf, tls.at),
                      host: hostVerdict(second.leaf, context.host, context.domain),
                      trust: second.chain.trust,
                      chain: second.chain.chain,
                    },
            },
      withoutName:
        withoutName === undefined
          ? null
          : { status: asked(withoutName, has12), certificate: unnamed?.fingerprintSha256 ?? null },
      stapling: staplingOf(shown.all, context.anchors, tls.at),
      clientCertificate: flight?.asksCertificate ?? null,
      weakCipher: weakOf(handshake, shown.weak),
    },
    second,
    leaves: [second?.leaf ?? null, unnamed].filter((one) => one !== null),
    scts: flight?.scts ?? null,
  };
}

/** Reasons that mean that the server supports no part of an offer. Other reasons show nothing about the server. */
const TURNED_DOWN: readonly Reason[] = ["no_common_tls", "tls_alert", "protocol_too_old"];

function isTurnedDown(observed: TlsObservation | undefined): boolean {
  return observed?.outcome.kind === "unknown" && TURNED_DOWN.includes(observed.outcome.reason);
}

function sessionOf(observed: TlsObservation | undefined): TlsSession | null {
  return observed?.outcome.kind === "present" ? observed.outcome.value : null;
}

function leafOf(observed: TlsObservation | undefined): Certificate | null {
  return readCertificate(sessionOf(observed)?.chain[0] ?? "");
}

/**
 * Returns `seen` if a further connection gave a clear result, otherwise `unknown`.
 * @param has12 true if the server supports TLS 1.2; a server without TLS 1.2 rejects these offers in any case.
 */
function asked(observed: TlsObservation, has12: boolean | null): "seen" | "unknown" {
  const { outcome } = observed;
  // A server reports `no_common_tls` if it supports the offered version but nothing else in the offer.
  const said = outcome.kind === "unknown" && outcome.reason === "no_common_tls";
  return outcome.kind === "present" || said || (isTurnedDown(observed) && has12 === true)
    ? "seen"
    : "unknown";
}

function versionsOf(
  handshake: TlsSession | null,
  shown: Readonly<Partial<Record<Further, TlsObservation>>>,
): Versions {
  const versions = Object.fromEntries(VERSIONS.map((version) => [version, null])) as Versions;
  const all = [handshake, ...Object.values(shown).map(sessionOf)].filter((one) => one !== null);
  const newest = handshake !== null && handshake.flight === null ? handshake : null;
  // The first connection offers all versions, so its version is the newest that the server supports.
  for (const version of VERSIONS) {
    if (newest === null || version === newest.version) break;
    versions[version] = false;
  }
  if (shown.all?.outcome.kind === "unknown" && shown.all.outcome.reason === "protocol_too_old")
    for (const version of VERSIONS.slice(1)) versions[version] = false;
  const chosen = sessionOf(shown.all)?.version;
  if (chosen !== undefined && isOld(chosen)) versions["TLSv1.2"] = false;
  const old = sessionOf(shown.old)?.version;
  if (isTurnedDown(shown.old)) versions["TLSv1.1"] = versions.TLSv1 = false;
  if (old === "TLSv1" || old === "SSLv3") versions["TLSv1.1"] = false;
  if (old === "SSLv3") versions.TLSv1 = false;
  for (const { version } of all) {
    const known = VERSIONS.find((one) => one === version);
    if (known !== undefined) versions[known] = true;
  }
  return versions;
}

function secondOf(observed: TlsObservation | undefined, { anchors }: ServerContext): Second | null {
  const handshake = sessionOf(observed);
  const all = handshake?.chain.map((der) => readCertificate(der)) ?? [];
  const leaf = all[0] ?? null;
  if (observed === undefined || handshake === null || leaf === null) return null;
  const chain = judgeChain(
    { leaf, all, total: handshake.chainTotal },
    { anchors, aia: [], fetched: [], at: observed.at },
  );
  return { leaf, chain };
}

function staplingOf(
  observed: TlsObservation | undefined,
  anchors: readonly TrustAnchor[],
  at: number,
): Stapling | null {
  const handshake = sessionOf(observed);
  const say = (status: Stapling["status"], reason: Stapling["reason"]): Stapling => ({
    ...{ status, reason, thisUpdate: null, nextUpdate: null },
  });
  if (observed === undefined) return null;
  if (handshake === null || handshake.flight === null) return say("unknown", "no_answer");
  if (handshake.flight.ocsp === null) return say("absent", null);
  const [leaf = null, ...others] = handshake.chain.map((der) => readCertificate(der));
  const issuer = [...others, ...anchors.map(({ certificate }) => certificate)].find(
    (one) => one !== null && leaf?.issuerKey === one.subjectKey && isSignedBy(leaf, one) === true,
  );
  if (leaf === null || issuer === undefined || issuer === null) return say("unknown", "no_issuer");
  const { status, fault, thisUpdate, nextUpdate } = ocspSays(
    fromBase64(handshake.flight.ocsp),
    leaf,
    issuer,
    at,
  );
  const time = (seconds: number | null) => (seconds === null ? null : isoTime(seconds));
  return { status, reason: fault, thisUpdate: time(thisUpdate), nextUpdate: time(nextUpdate) };
}

function weakOf(handshake: TlsSession | null, observed: TlsObservation | undefined): More["weakCipher"] {
  const cipher = sessionOf(observed)?.cipher;
  if (cipher !== undefined) return { status: "seen", cipher };
  // The cipher that the server chose in the first connection, in which all ciphers were offered, is itself weak.
  if (handshake !== null && (isWeak(handshake.cipher) || !isForwardSecret(handshake.cipher)))
    return { status: "seen", cipher: handshake.cipher };
  if (observed === undefined) return null;
  return { status: isTurnedDown(observed) ? "seen" : "unknown", cipher: null };
}
