import { isIP } from "node:net";
import { percentDecoded } from "@dnstools/core/percent-decoded";
import type { RedisOptions } from "ioredis";

const PORT = 6379;

/**
 * Parses REDIS_URL: `redis://` or `rediss://[[user]:password@]host[:port][/database]`, or `unix:/path`.
 * @returns the options of ioredis, and the address for logs, without user name and password
 */
export function redisAddress(url: string): { readonly options: RedisOptions; readonly shown: string } {
  if (url.startsWith("unix:")) return { options: { path: url.slice("unix:".length) }, shown: url };
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  // ioredis expects an IPv6 address without brackets.
  const host = hostname.replace(/^\[|\]$/g, "");
  const db = Number(pathname.slice(1)) || 0;
  const options: RedisOptions = { host, port: Number(port || PORT), db };
  if (username !== "") options.username = percentDecoded(username) ?? username;
  if (password !== "") options.password = percentDecoded(password) ?? password;
  // An IP address must not be sent as the TLS server name (RFC 6066 3).
  if (protocol === "rediss:") options.tls = isIP(host) === 0 ? { servername: host } : {};
  return { options, shown: `${protocol}//${hostname}:${port || PORT}` };
}
