import { isIp } from "@dnstools/core/protocol/ip";
import type { Read } from "@dnstools/server/config/read-setting";

/** Where nginx listens or asks, as nginx writes it: `127.0.0.1:80`, `[::1]:80`, `gateway:80` or `unix:/path`. */
export type Endpoint = string;

/**
 * Paths that nginx is told. What can be in one is listed, not what cannot: a space, a semicolon, a brace, a quote or a
 * dollar sign would be configuration.
 */
export const PATH = /^\/[\w./@+-]{1,200}$/;
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** An address with a port, or a unix socket. */
export function endpoint(text: string): Read<Endpoint> {
  const unix = unixSocket(text);
  if (unix !== null) return unix;
  const [, v6, v4, port = ""] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(text) ?? [];
  const known = isIp(v6 ?? v4 ?? "") && Number(port) >= 1 && Number(port) <= 65535;
  return known
    ? { value: text.toLowerCase() }
    : { problem: "set an address and a port such as 0.0.0.0:80 or [::]:80, or unix:/path" };
}

/** As `endpoint`, or a host name with a port, which nginx looks up when it starts. */
export function upstream(text: string): Read<Endpoint> {
  const [, host = "", port] = /^([^:]+):(\d{1,5})$/.exec(text) ?? [];
  const named = HOST.test(host) && !/^[0-9.]+$/.test(host) && Number(port) >= 1 && Number(port) <= 65535;
  return named ? { value: text.toLowerCase() } : endpoint(text);
}

/** An address and a port of it, as a socket is bound to them. */
export type Place = { readonly hostname: string; readonly port: number };

/** As `place`, or empty for none. */
export function placeOrNone(text: string): Read<Place | null> {
  return text === "" ? { value: null } : place(text);
}

/** `127.0.0.1:9466` or `[::]:9466`; port 0 takes a free one. */
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
  // sockaddr_un holds 108 bytes, the last of them zero.
  return PATH.test(path) && path.length < 108
    ? { value: text }
    : { problem: "set unix:/path, at most 107 of letters, digits and . _ - / @ +" };
}

/** A place as nginx and URLs write it. */
export function placeText({ hostname, port }: Place): string {
  return `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

/** A name that callers use; `*.example.com` for all one label below. */
export function serverName(text: string): Read<string> {
  return HOST.test(text.replace(/^\*\./, "")) && !isIp(text)
    ? { value: text.toLowerCase() }
    : { problem: "set a host name such as dns.example.com" };
}
