import { readCertificate } from "@dnstools/core/protocol/x509/read";
import type { TlsObservation, TlsSession, TlsTarget } from "@dnstools/core/tls";
import type { NetSession } from "@dnstools/net";
import type { Further, FurtherSeen } from "./observations.ts";

/** Nothing further. */
export const NOT_FURTHER: FurtherSeen = { skipped: null, shown: {} };

/**
 * Looks at a server further, once its certificate is known: at a web server by four more connections at most, at a mail server by
 * one, and there only where the first took less than a quarter of its time.
 * @param elapsedMs of the first connection.
 */
export async function lookFurther(
  session: NetSession,
  target: TlsTarget,
  handshake: TlsSession,
  elapsedMs: number,
): Promise<FurtherSeen> {
  if (target.mail && elapsedMs > session.waits.tlsMs / 4) return { skipped: "budget", shown: {} };
  const until = AbortSignal.timeout(session.waits.tlsMoreMs);
  const wanted = wantedOf(target, handshake);
  // The server was asked twice already.
  const asked = target.mail && handshake.flight !== null ? [] : target.mail ? wanted.slice(0, 1) : wanted;
  const observed = await Promise.all(
    asked.map(async (what): Promise<readonly [Further, TlsObservation]> => {
      const hello = what === "no_name" ? ("all" as const) : what;
      const host = what === "no_name" ? null : target.host;
      return [what, await session.tls({ ...target, host, hello }, until)];
    }),
  );
  return { skipped: null, shown: Object.fromEntries(observed) };
}

/** What is not known yet, the most useful first: for mail servers that one alone. */
function wantedOf({ host }: TlsTarget, { version, chain, flight }: TlsSession): readonly Further[] {
  const leaf = readCertificate(chain[0] ?? "");
  const isRsa = leaf?.key.algorithm.startsWith("rsa") ?? false;
  const isOld = version !== "TLSv1.3" && version !== "TLSv1.2";
  return [
    // Where one takes no RSA, weak suites are few: they need it.
    ...(isRsa ? [] : (["rsa"] as const)),
    ...(isOld ? [] : (["old"] as const)),
    ...(isRsa ? (["weak"] as const) : []),
    ...(flight === null ? (["all"] as const) : []),
    ...(host === null ? [] : (["no_name"] as const)),
  ];
}
