import { isIp } from "@dnstools/core/protocol/ip";
import type { Read } from "@dnstools/server/config/read-setting";

/**
 * An address to listen on or to connect to, in nginx syntax: `127.0.0.1:80`, `[::1]:80`, `gateway:80` or `unix:/path`.
 */
export type Endpoint = string;

/**
 * Matches the paths that are allowed in the nginx configuration. Other characters are not allowed, because spaces,
 * semicolons, braces, quotes and dollar signs have a meaning in nginx syntax.
 */
export const PATH = /^\/[\w./@+-]{1,200}$/;
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Parses an address with a port, or a Unix socket. */
export function endpoint(text: string): Read<Endpoint> {
  const unix = unixSocket(text);
  if (unix !== null) return unix;
  const [, v6, v4, port = ""] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(text) ?? [];
  const known = isIp(v6 ?? v4 ?? "") && Number(port) >= 1 && Number(port) <= 65535;
  return known
    ? { value: text.toLowerCase() }
    : { problem: "set an address and a port such as 0.0.0.0:80 or [::]:80, or unix:/path" };
}

/** Parses an endpoint, or a host name with a port. nginx resolves the host name when it starts. */
export function upstream(text: string): Read<Endpoint> {
  const [, host = "", port] = /^([^:]+):(\d{1,5})$/.exec(text) ?? [];
  const named = HOST.test(host) && !/^[0-9.]+$/.test(host) && Number(port) >= 1 && Number(port) <= 65535;
  return named ? { value: text.toLowerCase() } : endpoint(text);
}

/** An address and a port that a socket is bound to. */
export type Place = { readonly hostname: string; readonly port: number };

/** Parses an address and a port; null if the text is empty. */
export function placeOrNone(text: string): Read<Place | null> {
  return text === "" ? { value: null } : place(text);
}

/** Parses an address and a port such as `127.0.0.1:9466` or `[::]:9466`; port 0 means any free port. */
export function place(text: string): Read<Place> {
  const [, v6, v4, port = ""] = /^(?:\[([0-9a-f:]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(text) ?? [];
  const hostname = v6 ?? v4 ?? "";
  return isIp(hostname) && Number(port) <= 65535
    ? { value: { hostname, port: Number(port) } }
    : { problem: "set an address and a port such as 127.0.0.1:9465 or [::1]:9465" };
}

function unixSocket(text: string): Read<Endpoint> | null {
  if (!text.startsWith("unix:")) return null;
  const path = text.slice("unix:".length);
  // The path in sockaddr_un has 108 bytes, including the final zero byte.
  return PATH.test(path) && path.length < 108
    ? { value: text }
    : { problem: "set unix:/path, at most 107 of letters, digits and . _ - / @ +" };
}

/** Formats an address and a port in the syntax of nginx and URLs. */
export function placeText({ hostname, port }: Place): string {
  return `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

/** Parses a server name; `*.example.com` covers all names one label below. */
export function serverName(text: string): Read<string> {
  return HOST.test(text.replace(/^\*\./, "")) && !isIp(text)
    ? { value: text.toLowerCase() }
    : { problem: "set a host name such as dns.example.com" };
}
