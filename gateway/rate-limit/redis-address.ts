import { isIP } from "node:net";
import { percentDecoded } from "@dnstools/core/percent-decoded";
import type { RedisOptions } from "ioredis";

const PORT = 6379;

/**
 * Reads REDIS_URL: `redis://` and `rediss://[[user]:password@]host[:port][/database]`, or `unix:/path`.
 * @returns what ioredis connects to, and the address for logs: no user, no password.
 */
export function redisAddress(url: string): { readonly options: RedisOptions; readonly shown: string } {
  if (url.startsWith("unix:")) return { options: { path: url.slice("unix:".length) }, shown: url };
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  // ioredis wants an IPv6 address bare.
  const host = hostname.replace(/^\[|\]$/g, "");
  const db = Number(pathname.slice(1)) || 0;
  const options: RedisOptions = { host, port: Number(port || PORT), db };
  if (username !== "") options.username = percentDecoded(username) ?? username;
  if (password !== "") options.password = percentDecoded(password) ?? password;
  // An address is no name of a server in TLS (RFC 6066, section 3).
  if (protocol === "rediss:") options.tls = isIP(host) === 0 ? { servername: host } : {};
  return { options, shown: `${protocol}//${hostname}:${port || PORT}` };
}
