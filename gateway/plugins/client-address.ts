import { type Cidr, clientKey, contains, formatIp, mappedIpv4, parseIp } from "@dnstools/core/protocol/ip";

/** Options for determining the client of a request. */
export type ClientOptions = {
  /**
   * Returns the address of the peer of a request's connection: `local` for a Unix socket, null if the connection is
   * closed.
   */
  readonly peer: (request: Request) => string | null;
  /** Proxies whose X-Forwarded-For is trusted (TRUSTED_PROXIES). */
  readonly trusted: readonly (Cidr | "unix")[];
};

/** Functions that determine the client of a request. */
export type Clients = ReturnType<typeof createClients>;

/** Maximum number of X-Forwarded-For entries that are read, from the right. Real networks do not have more hops. */
const HOPS_MAX = 16;

/** Creates the functions that determine the client of a request. */
export function createClients({ peer, trusted }: ClientOptions) {
  const unix = trusted.includes("unix");
  const blocks = trusted.filter((one) => one !== "unix");
  const trusts = (address: string) => {
    if (address === "local") return unix;
    const bytes = parseIp(address);
    // A dual-stack socket reports IPv4 addresses as IPv4-mapped IPv6 addresses (RFC 4291 2.5.5.2).
    const plain = bytes === null ? null : (mappedIpv4(bytes) ?? bytes);
    return plain !== null && blocks.some((block) => contains(block, plain));
  };
  /** Returns true if the peer of a request's connection is a trusted proxy. */
  const isTrustedProxy = (request: Request) => {
    const address = peer(request);
    return address !== null && trusts(address);
  };
  /**
   * Returns the client of a request, an IPv4 address or an IPv6 /64 (see `clientKey`); null if the connection is
   * closed. Only the X-Forwarded-For header of trusted proxies is used. Its entries are read from the right, and the
   * first address that is not a trusted proxy is the client. If an entry is not an address, the proxy that added it is
   * the client.
   */
  const clientOf = (request: Request): string | null => {
    let client = peer(request);
    if (client === null) return null;
    if (trusted.length === 0) return clientKey(client);
    const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").slice(-HOPS_MAX);
    while (trusts(client)) {
      const hop = addressOf(hops.pop() ?? "");
      if (hop === null) break;
      client = hop;
    }
    return clientKey(client);
  };
  return { clientOf, isTrustedProxy };
}

/** Returns the address in an X-Forwarded-For entry, without the port that some proxies append. */
function addressOf(entry: string): string | null {
  const text = entry.trim();
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([0-9.]+)(?::\d+)?)$/.exec(text) ?? [];
  const bytes = parseIp(v6 ?? v4 ?? text);
  return bytes === null ? null : formatIp(bytes);
}
