import { readCertificate } from "@dnstools/core/protocol/x509/read";
import type { TlsObservation, TlsSession, TlsTarget } from "@dnstools/core/tls";
import type { NetSession } from "@dnstools/net";
import type { Further, FurtherSeen } from "./observations.ts";

/** Result if no further connection was made. */
export const NOT_FURTHER: FurtherSeen = { skipped: null, shown: {} };

/**
 * Makes further connections to a server once its certificate is known: up to four to a web server and one to a mail
 * server. A mail server whose first connection took a quarter of the time limit or more gets no further connection.
 * @param elapsedMs duration of the first connection, in milliseconds.
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
  // A mail server with a `flight` has already been contacted twice.
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

/**
 * Returns the offers that have not been tested yet, the most useful first, because for a mail server only the first
 * one is tested.
 */
function wantedOf({ host }: TlsTarget, { version, chain, flight }: TlsSession): readonly Further[] {
  const leaf = readCertificate(chain[0] ?? "");
  const isRsa = leaf?.key.algorithm.startsWith("rsa") ?? false;
  const isOld = version !== "TLSv1.3" && version !== "TLSv1.2";
  return [
    // Weak cipher suites need an RSA key, so they are tested only at servers with an RSA key. Other servers are tested
    // for a second certificate with an RSA key.
    ...(isRsa ? [] : (["rsa"] as const)),
    ...(isOld ? [] : (["old"] as const)),
    ...(isRsa ? (["weak"] as const) : []),
    ...(flight === null ? (["all"] as const) : []),
    ...(host === null ? [] : (["no_name"] as const)),
  ];
}
