import { formatIp, isIp, mappedIpv4, parseIp } from "@dnstools/core/protocol/ip";
import { Fault } from "@dnstools/core/tool/fault";

export type HostCheckOptions = {
  /** The address that is listened on; null on a unix socket. */
  readonly listener: string | null;
  /** The server's own URL; empty, as by default, where none is set. */
  readonly publicUrl?: string;
  /** Whether the server answers about addresses that are not public (EGRESS_ALLOW); default: no. */
  readonly reachesPrivate?: boolean;
  /** Whether a request comes from a proxy that may send any Host; default: none does. */
  readonly isTrustedProxy?: (request: Request) => boolean;
};

const WILDCARDS = ["0.0.0.0", "::"];

/**
 * Refuses names that are not this server's own, where it can reach what a stranger cannot: on the operator's own machine, or
 * with EGRESS_ALLOW. A web page could else have its own name point here (DNS rebinding) and read answers as of its own server.
 * Remembers the last origin that was good, since nearly all requests share one.
 * @returns a check of a request. @throws Fault bad_host, misdirected (RFC 9110 15.5.20)
 */
export function createHostCheck(options: HostCheckOptions): (request: Request) => void {
  const { publicUrl = "", reachesPrivate = false, isTrustedProxy = () => false } = options;
  const listener = options.listener === null ? null : plainAddress(options.listener);
  const checks = reachesPrivate || (listener !== null && isLoopback(listener));
  const own = ["localhost", ...(publicUrl === "" ? [] : [new URL(publicUrl).hostname])];
  const isOwn = (name: string) => {
    const address = name.replace(/^\[|\]$/g, "");
    // A name is what can be made to point here; an address cannot.
    if (isIp(address)) return plainAddress(address) === listener || WILDCARDS.includes(listener ?? "");
    return own.includes(name);
  };
  let good = "";
  return (request) => {
    const { url, headers } = request;
    // Of two Host lines Bun joins the values (RFC 9112 3.2: to be refused).
    const several = headers.get("host")?.includes(",") === true;
    if (good !== "" && url.startsWith(good) && !several) return;
    // Bun hands over a relative or broken URL where the Host is missing or no host: its path could be anything.
    if (several || !URL.canParse(url)) {
      throw new Fault("bad_host", {
        detail: "Send one Host header with the name or address of this server.",
      });
    }
    if (checks && !isOwn(new URL(url).hostname)) {
      if (isTrustedProxy(request)) return;
      throw new Fault("misdirected", {
        detail: `Send the Host of this server: its address${publicUrl === "" ? " or localhost" : ", localhost, or the name in PUBLIC_URL"}.`,
      });
    }
    good = url.slice(0, url.indexOf("/", "https://".length) + 1);
  };
}

/** An address as it is written shortest (RFC 5952); IPv4 within IPv6 as IPv4. */
function plainAddress(address: string): string {
  const bytes = parseIp(address);
  return bytes === null ? address : formatIp(mappedIpv4(bytes) ?? bytes);
}

function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}
