import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIp } from "@dnstools/core/protocol/ip";
import type { Read } from "@dnstools/server/config/read-setting";

/** Where nginx listens or asks, as nginx writes it: `127.0.0.1:80`, `[::1]:80`, `gateway:80` or `unix:/path`. */
export type Endpoint = string;

/**
 * Paths that nginx is told. What can be in one is listed, not what cannot: a space, a semicolon, a brace, a quote or a
 * dollar sign would be configuration.
 */
const PATH = /^\/[\w./@+-]{1,200}$/;
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

/** `127.0.0.1:9465`, empty for none; port 0 takes a free one. */
export function udpPlace(text: string): Read<{ readonly hostname: string; readonly port: number } | null> {
  if (text === "") return { value: null };
  const [, v6, v4, port = ""] = /^(?:\[([0-9a-f:]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(text) ?? [];
  const hostname = v6 ?? v4 ?? "";
  return isIp(hostname) && Number(port) <= 65535
    ? { value: { hostname, port: Number(port) } }
    : { problem: "set an address and a port such as 127.0.0.1:9465, or leave it empty" };
}

function unixSocket(text: string): Read<Endpoint> | null {
  if (!text.startsWith("unix:")) return null;
  const path = text.slice("unix:".length);
  // sockaddr_un holds 108 bytes, the last of them zero.
  return PATH.test(path) && path.length < 108
    ? { value: text }
    : { problem: "set unix:/path, at most 107 of letters, digits and . _ - / @ +" };
}

/** A name that callers use; `*.example.com` for all one label below. */
export function serverName(text: string): Read<string> {
  return HOST.test(text.replace(/^\*\./, "")) && !isIp(text)
    ? { value: text.toLowerCase() }
    : { problem: "set a host name such as dns.example.com" };
}

export function userName(text: string): Read<string> {
  return /^[a-z_][a-z0-9_-]{0,31}$/.test(text) ? { value: text } : { problem: "set a user's name" };
}

export function workers(text: string): Read<string> {
  return text === "auto" || /^[1-9]\d?$/.test(text)
    ? { value: text }
    : { problem: "set auto, or a whole number from 1 to 99" };
}

const ERROR_LEVELS = ["debug", "info", "notice", "warn", "error", "crit", "alert", "emerg"];

export function errorLevel(text: string): Read<string> {
  return ERROR_LEVELS.includes(text) ? { value: text } : { problem: `set one of ${ERROR_LEVELS.join(", ")}` };
}

/** Where lines go: a file, `stdout`, or nowhere. */
export function logTarget(text: string): Read<string> {
  return text === "off" || text === "stdout" || PATH.test(text)
    ? { value: text }
    : { problem: "set stdout, off, or the path of a file of letters, digits and . _ - / @ +" };
}

/** A certificate chain with its key, both PEM. */
export type Certificate = { readonly chain: string; readonly key: string };

/** `CHAIN=KEY`: two paths. They are read, so that what does not belong together is told before nginx starts. */
export function certificate(text: string): Read<Certificate> {
  const [chain = "", key = "", ...rest] = text.split("=");
  if (!PATH.test(chain) || !PATH.test(key) || rest.length > 0)
    return { problem: "set /path/fullchain.pem=/path/privkey.pem" };
  try {
    const leaf = new X509Certificate(readFileSync(chain));
    if (!leaf.checkPrivateKey(createPrivateKey(readFileSync(key, "utf8"))))
      return {
        problem: "the key is not that of the chain's first certificate: set the files that belong together",
      };
    return { value: { chain, key } };
  } catch (error) {
    return { problem: `set PEM files that can be read: ${(error as Error).message}` };
  }
}
