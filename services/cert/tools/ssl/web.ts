import { type Outcome, present } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { HttpHead, WebSeen } from "./observations.ts";

/** Maximum number of characters of an HTTP header. */
const HEADER_MAX = 500;

/** Requests the redirect on port 80 and the HSTS header (RFC 6797) from a web server at one address. */
export async function lookAtWeb(session: NetSession, host: string, at: string): Promise<WebSeen> {
  const until = AbortSignal.timeout(session.waits.tlsMoreMs);
  const head = async (scheme: "http" | "https"): Promise<Outcome<HttpHead>> => {
    const url = new URL(`${scheme}://${host}/`);
    const reply = await session.get(url, { headers: {}, method: "HEAD", bytesMax: 0, at, until });
    if (reply.kind !== "present") return reply;
    const { status, headers } = reply.value;
    const header = (name: string) => headers.get(name)?.slice(0, HEADER_MAX) ?? null;
    return present({ status, location: header("location"), hsts: header("strict-transport-security") });
  };
  const [plain, secure] = await Promise.all([head("http"), head("https")]);
  return { plain, secure };
}
