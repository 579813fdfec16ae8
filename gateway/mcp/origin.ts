import { Fault } from "@dnstools/core/tool/fault";

/** `localhost` and the names below it (RFC 6761 6.3), 127.0.0.0/8 and ::1, as URL writes them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Refuses requests of web pages of others, as MCP wants it (2025-06-18, Streamable HTTP, security): a page could else have the
 * browsers of its visitors call this server. Programs send no Origin and pass.
 * @param publicUrl PUBLIC_URL, whose pages pass; empty for none.
 * @returns a check of a request. @throws Fault origin_refused
 */
export function createOriginCheck(publicUrl: string): (request: Request) => void {
  const own = publicUrl === "" ? null : new URL(publicUrl).origin;
  return ({ headers }) => {
    const origin = headers.get("origin");
    if (origin === null || origin === own || isLoopback(origin)) return;
    throw new Fault("origin_refused", {
      detail:
        "Pages of other origins may not call this: leave the Origin header out, or call from a program.",
    });
  };
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return /^https?:$/.test(protocol) && LOOPBACK.test(hostname);
}
