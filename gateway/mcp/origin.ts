import { Fault } from "@dnstools/core/tool/fault";

/**
 * Matches `localhost` and the names below it (RFC 6761 6.3), 127.0.0.0/8 and ::1, in the form in which the URL class
 * writes host names.
 */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Creates a check that refuses requests from foreign web pages, as MCP requires (2025-06-18, Streamable HTTP,
 * security). Without this check, any page could make its visitors' browsers call this server. Requests without an
 * Origin header are accepted, because programs do not send one.
 * @param publicUrl PUBLIC_URL, whose pages are accepted; empty if it is not set
 * @returns a check that throws Fault origin_refused
 */
export function createOriginCheck(publicUrl: string): (request: Request) => void {
  const own = publicUrl === "" ? null : new URL(publicUrl).origin;
  return ({ headers }) => {
    const origin = headers.get("origin");
    if (origin === null || origin === own || isLoopback(origin)) return;
    throw new Fault("origin_refused", {
      detail:
        "Web pages of other origins may not call this path: omit the Origin header, or call from a program.",
    });
  };
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return /^https?:$/.test(protocol) && LOOPBACK.test(hostname);
}
