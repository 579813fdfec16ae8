import { type Cidr, clientKey, contains, formatIp, mappedIpv4, parseIp } from "@dnstools/core/protocol/ip";

export type ClientOptions = {
  /** The address at the other end of a request's connection; `local` on a unix socket, null when it is gone. */
  readonly peer: (request: Request) => string | null;
  /** Proxies that may say for whom they ask (TRUSTED_PROXIES). */
  readonly trusted: readonly (Cidr | "unix")[];
};

export type Clients = ReturnType<typeof createClients>;

/** Entries of X-Forwarded-For that are looked at, from the right: more hops than any network has. */
const HOPS_MAX = 16;

/** Finds out where requests come from. */
export function createClients({ peer, trusted }: ClientOptions) {
  const unix = trusted.includes("unix");
  const blocks = trusted.filter((one) => one !== "unix");
  const trusts = (address: string) => {
    if (address === "local") return unix;
    const bytes = parseIp(address);
    // Behind a socket of both families IPv4 comes as IPv6 (RFC 4291 2.5.5.2).
    const plain = bytes === null ? null : (mappedIpv4(bytes) ?? bytes);
    return plain !== null && blocks.some((block) => contains(block, plain));
  };
  /** Whether the other end of a request's connection is a trusted proxy. */
  const isTrustedProxy = (request: Request) => {
    const address = peer(request);
    return address !== null && trusts(address);
  };
  /**
   * The client of a request: one IPv4 address or one IPv6 /64 (see `clientKey`); null when the connection is gone. Only trusted
   * proxies are believed, and only X-Forwarded-For: read from the right, the first address that is no trusted proxy is the
   * client. An entry that is no address makes the hop that passed it on the client.
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

/** An entry's address: some proxies write a port behind it. */
function addressOf(entry: string): string | null {
  const text = entry.trim();
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([0-9.]+)(?::\d+)?)$/.exec(text) ?? [];
  const bytes = parseIp(v6 ?? v4 ?? text);
  return bytes === null ? null : formatIp(bytes);
}
