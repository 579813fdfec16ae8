import { formatIp, isIp, mappedIpv4, parseIp } from "@dnstools/core/protocol/ip";
import { Fault } from "@dnstools/core/tool/fault";

/** What the server must know about itself to check the Host of a request. */
export type HostCheckOptions = {
  /** The address on which the server listens; null for a unix socket. */
  readonly listener: string | null;
  /** The server's public URL; default: none (an empty text). */
  readonly publicUrl?: string;
  /** True if the server contacts addresses that are not public (EGRESS_ALLOW); default: false. */
  readonly reachesPrivate?: boolean;
  /** Returns true if a request comes from a proxy that may send any Host; default: always false. */
  readonly isTrustedProxy?: (request: Request) => boolean;
};

const WILDCARDS = ["0.0.0.0", "::"];

/**
 * Creates a check that rejects unknown names in the Host header, if the server can reach what a stranger cannot reach:
 * on the operator's own machine, or with EGRESS_ALLOW. Without this check, a web page could point its own name to this
 * server (DNS rebinding) and read the responses as same-origin. The last accepted origin is remembered because nearly
 * all requests have the same one.
 * @returns a function that checks a request and throws if it is rejected.
 * @throws Fault bad_host, misdirected (RFC 9110 15.5.20)
 */
export function createHostCheck(options: HostCheckOptions): (request: Request) => void {
  const { publicUrl = "", reachesPrivate = false, isTrustedProxy = () => false } = options;
  const listener = options.listener === null ? null : plainAddress(options.listener);
  const checks = reachesPrivate || (listener !== null && isLoopback(listener));
  const own = ["localhost", ...(publicUrl === "" ? [] : [new URL(publicUrl).hostname])];
  const isOwn = (name: string) => {
    const address = name.replace(/^\[|\]$/g, "");
    // A Host that is an IP address is no attack: an attacker can point a name to this server, but not an address.
    if (isIp(address)) return plainAddress(address) === listener || WILDCARDS.includes(listener ?? "");
    return own.includes(name);
  };
  let good = "";
  return (request) => {
    const { url, headers } = request;
    // A request with two Host lines must be rejected (RFC 9112 3.2); Bun joins their values with a comma.
    const several = headers.get("host")?.includes(",") === true;
    if (good !== "" && url.startsWith(good) && !several) return;
    // If the Host is missing or invalid, Bun passes a relative or broken URL, whose path cannot be relied on.
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

/** Returns an address in its canonical form (RFC 5952); an IPv4-mapped IPv6 address is returned as IPv4. */
function plainAddress(address: string): string {
  const bytes = parseIp(address);
  return bytes === null ? address : formatIp(mappedIpv4(bytes) ?? bytes);
}

function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}
