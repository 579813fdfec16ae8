import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { percentDecoded } from "@dnstools/core/percent-decoded";
import { readAnchor } from "@dnstools/core/protocol/dnssec/keys/trust-anchors";
import { type Cidr, isIp, isLinkLocalWithZone, parseCidr, plainCidr } from "@dnstools/core/protocol/ip";
import { type Denied, readDenied } from "@dnstools/core/tool/target";

/** The parsed value of a setting, or a `problem` text that says what to set instead. */
export type Read<T> = { readonly value: T } | { readonly problem: string };
type Reader<T> = (text: string) => Read<T>;

/** Accepts any text, without a check. */
export function anyText(text: string): Read<string> {
  return { value: text };
}

/**
 * Creates a reader that accepts text that matches a pattern.
 * @param problem says what to set.
 */
export function matching(form: RegExp, problem: string): Reader<string> {
  return (text) => (form.test(text) ? { value: text } : { problem });
}

/** Creates a reader that accepts one of several words, case-insensitively. */
export function oneOf<const T extends string>(
  words: readonly T[],
  problem = `set one of ${words.join(", ")}`,
): Reader<T> {
  return (text) => {
    const value = words.find((word) => word === text.toLowerCase());
    return value === undefined ? { problem } : { value };
  };
}

/** Creates a reader that converts one word to true and another to false, case-insensitively. */
export function either(yes: string, no: string): Reader<boolean> {
  return (text) => {
    const at = [no, yes].indexOf(text.toLowerCase());
    return at === -1 ? { problem: `set ${yes} or ${no}` } : { value: at === 1 };
  };
}

/** Reads the switch `on` or `off`. */
export const onOff = either("on", "off");

/** Creates a reader that accepts whole numbers from `least` to `most`. */
export function integer(least: number, most: number): Reader<number> {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return { value };
    return { problem: `set a whole number from ${least} to ${most}` };
  };
}

/** Creates a reader that accepts decimal numbers from `least` to `most`. */
export function decimal(least: number, most: number, example: string): Reader<number> {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,4}(\.\d{1,12})?$/.test(text) && value >= least && value <= most) return { value };
    return { problem: `set a number from ${least} to ${most}, such as ${example}` };
  };
}

/**
 * Creates a reader that accepts comma-separated lists.
 * @param showsItem true if a problem may quote the invalid item; false if items are secret.
 */
export function list<T>(read: Reader<T>, showsItem = true): Reader<readonly T[]> {
  return (text) => {
    const items = text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean);
    if (text !== "" && items.length === 0)
      return { problem: "set at least one item, or leave the setting empty" };
    const values: T[] = [];
    for (const item of items) {
      const result = read(item);
      if ("problem" in result) return { problem: showsItem ? `${item}: ${result.problem}` : result.problem };
      values.push(result.value);
    }
    return { value: values };
  };
}

/**
 * Creates a reader that loads the file at the path in a setting; for an empty path, it returns `none`.
 * @param kind the kind of file, as a problem names it.
 */
export function file<T>(kind: string, none: T, read: (text: string, path: string) => Read<T>): Reader<T> {
  return (path) => {
    if (path === "") return { value: none };
    try {
      return read(readFileSync(path, "utf8"), path);
    } catch (error) {
      return { problem: `set ${kind} that can be read: ${(error as Error).message}` };
    }
  };
}

/**
 * The certificates in a file as PEM texts, and the date of the file's last change. Without a file, `pems` is empty and
 * `changedAt` is null.
 */
type Authorities = { readonly pems: readonly string[]; readonly changedAt: string | null };

/** Reads the certificates in a PEM file. */
export const authorities = file<Authorities>(
  "a file of certificates (PEM)",
  { pems: [], changedAt: null },
  (text, path) => {
    const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    for (const pem of pems) new X509Certificate(pem);
    const changedAt = statSync(path).mtime.toISOString().slice(0, 10);
    return pems.length > 0
      ? { value: { pems, changedAt } }
      : { problem: "the file contains no certificate (PEM)" };
  },
);

/**
 * Creates a reader that accepts a URL or an empty text.
 * @param fits returns true if the URL can be used.
 */
export function url(fits: (url: URL, text: string) => boolean, problem: string): Reader<string> {
  return (text) =>
    text === "" || (URL.canParse(text) && fits(new URL(text), text)) ? { value: text } : { problem };
}

/** Reads the URL of a PostgreSQL database. */
export const databaseUrl = url(
  ({ protocol }, text) => /^postgres(ql)?:$/.test(protocol) && percentDecoded(text) !== null,
  "set postgres://user:password@host:port/name (write % in a password as %25), or leave the setting empty for an SQLite file in DATA_DIR",
);

/** Reads the URL of a Redis server. */
export const redisUrl = url(
  ({ protocol, hostname }, text) =>
    text.startsWith("unix:/") ||
    (/^rediss?:$/.test(protocol) && hostname !== "" && percentDecoded(text) !== null),
  "set redis://host:port, rediss://host:port (write % in a password as %25) or unix:/path/of/socket",
);

/** Reads the address of a service: `http(s)://host:port` or `unix:/path`. */
export const serviceUrl = url(
  ({ protocol, origin, href }, text) =>
    text.startsWith("unix:/") || (/^https?:$/.test(protocol) && href === `${origin}/`),
  "set http://host:port without a path, or unix:/path/of/socket",
);

const plainUrl = url(
  ({ protocol, search, hash, username }) =>
    /^https?:$/.test(protocol) && `${search}${hash}${username}` === "",
  "set a URL such as https://dns.example.com",
);

/** Reads the public URL of this API and removes a trailing slash. */
export function publicUrl(text: string): Read<string> {
  return plainUrl(text.replace(/\/$/, ""));
}

/** Reads the origins whose web pages may read answers; null if nothing is set. */
export function corsOrigins(text: string): Read<readonly string[] | "*" | null> {
  if (text === "") return { value: null };
  if (text === "*") return { value: text };
  if (text === "none") return { value: [] };
  const origins = text.split(",").map((origin) => origin.trim());
  const bad = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  return bad === undefined
    ? { value: origins }
    : { problem: "set *, none, or a comma-separated list of origins such as https://tools.example.net" };
}

/** Reads an IP address. */
export function ip(text: string): Read<string> {
  return isIp(text) ? { value: text } : { problem: "set an IP address, such as 127.0.0.1 or ::" };
}

/** Reads an address block in CIDR notation, or a single address. */
export function cidr(text: string): Read<Cidr> {
  const value = parseCidr(text);
  return value === null
    ? { problem: "set an address, or a block whose host bits are zero, such as 10.0.0.0/8" }
    : { value: plainCidr(value) };
}

/** Reads a trusted proxy: an address block, or `unix` for connections over this process's unix socket. */
export function proxy(text: string): Read<Cidr | "unix"> {
  return text.toLowerCase() === "unix" ? { value: "unix" } : cidr(text);
}

/** Reads a trust anchor: the data of a DS record (RFC 4034 5.3). */
export function anchor(text: string): Read<Uint8Array> {
  const value = readAnchor(text);
  return value === null
    ? { problem: "set the key tag, algorithm, digest type (2 or 4) and digest in hex, as in a DS record" }
    : { value };
}

/**
 * Pattern of a host name: labels of letters, digits and hyphens. The last label must contain a letter, so that a
 * mistyped IP address is rejected.
 */
const HOST =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[^.]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Reads a resolver: an address, or a name that is looked up when the process starts. */
export function resolver(text: string): Read<{ host: string; port: number }> {
  if (isIp(text) || isLinkLocalWithZone(text)) return { value: { host: text, port: 53 } };
  const match = /^(?:\[([^\]]+)\]|([^:]+?))(?::(\d{1,5}))?$/.exec(text);
  const [, v6 = "", other = "", digits] = match ?? [];
  const port = Number(digits ?? 53);
  const known = v6 === "" ? isIp(other) || HOST.test(other) : isIp(v6) && digits !== undefined;
  if (!known || port < 1 || port > 65535)
    return {
      problem:
        "set an address or a name, with an optional port such as 127.0.0.1:5353, [::1]:5353 or unbound:5353",
    };
  return { value: { host: v6 || other, port } };
}

/**
 * Reads the names and address blocks that must not be the target of a call: a comma-separated list, or a file with one
 * entry per line.
 */
export function denied(text: string): Read<Denied> {
  const read = (items: readonly string[]) => readDenied(items.map((item) => item.trim()).filter(Boolean));
  if (!/^\.{0,2}\//.test(text)) return read(text.split(","));
  const lines = (content: string) => content.split("\n").map((line) => line.replace(/#.*/, ""));
  return file<Denied>("a file", { names: [], blocks: [] }, (content) => read(lines(content)))(text);
}

/** Reads a tool's deadline in milliseconds, such as `dns=4000`. */
export function toolDeadline(text: string): Read<readonly [tool: string, ms: number]> {
  const [, tool = "", digits = ""] = /^([a-z]+)=(\d{3,5})$/.exec(text) ?? [];
  const ms = Number(digits);
  return ms >= 100 && ms <= 60_000
    ? { value: [tool, ms] }
    : { problem: "set TOOL=MILLISECONDS such as dns=4000, from 100 to 60000" };
}
