import { formatIp, isIp, mappedIpv4, parseIp } from "@dnstools/core/protocol/ip";
import { Fault } from "@dnstools/core/tool/fault";

/** What the server must know about itself to check the Host of a request. */
export type HostCheckOptions = {
  /** The address on which the server listens; null for a unix socket. */
  readonly listener: string | null;
  /** The server's public URL; default: empty, for none. */
  readonly publicUrl?: string;
  /** True if the server contacts addresses that are not public (EGRESS_ALLOW); default: false. */
  readonly reachesPrivate?: boolean;
  /** Returns true if a request comes from a proxy that may send any Host; default: no request does. */
  readonly isTrustedProxy?: (request: Request) => boolean;
};

const WILDCARDS = ["0.0.0.0", "::"];

/**
 * Creates a check that rejects foreign names in the Host header if the server can reach what a stranger cannot: on
 * the operator's own machine, or with EGRESS_ALLOW. Otherwise a web page could point its own name at this server
 * (DNS rebinding) and read the responses as same-origin. The last accepted origin is remembered because nearly all
 * requests share one.
 * @returns a function that checks a request and throws.
 * @throws Fault bad_host, misdirected (RFC 9110 15.5.20)
 */
export function createHostCheck(options: HostCheckOptions): (request: Request) => void {
  const { publicUrl = "", reachesPrivate = false, isTrustedProxy = () => false } = options;
  const listener = options.listener === null ? null : plainAddress(options.listener);
  const checks = reachesPrivate || (listener !== null && isLoopback(listener));
  const own = ["localhost", ...(publicUrl === "" ? [] : [new URL(publicUrl).hostname])];
  const isOwn = (name: string) => {
    const address = name.replace(/^\[|\]$/g, "");
    // An attacker can point a name at this server, but not an address.
    if (isIp(address)) return plainAddress(address) === listener || WILDCARDS.includes(listener ?? "");
    return own.includes(name);
  };
  let good = "";
  return (request) => {
    const { url, headers } = request;
    // Bun joins the values of two Host lines, which must be rejected (RFC 9112 3.2).
    const several = headers.get("host")?.includes(",") === true;
    if (good !== "" && url.startsWith(good) && !several) return;
    // Bun passes a relative or broken URL if the Host is missing or invalid, so its path cannot be relied on.
    if (several || !URL.canParse(url)) {
      throw new Fault("bad_host", {
        detail: "Send one Host header with the name or address of this server.",
      });
    }
    if (checks && !isOwn(new URL(url).hostname)) {
      if (isTrustedProxy(request)) return;
      throw new Fault("misdirected", {
        detail: `Set the Host header to this server's address${publicUrl === "" ? " or localhost" : ", localhost, or the name in PUBLIC_URL"}.`,
      });
    }
    good = url.slice(0, url.indexOf("/", "https://".length) + 1);
  };
}

/** Returns an address in its canonical form (RFC 5952); IPv4-mapped IPv6 addresses as IPv4. */
function plainAddress(address: string): string {
  const bytes = parseIp(address);
  return bytes === null ? address : formatIp(mappedIpv4(bytes) ?? bytes);
}

function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}
