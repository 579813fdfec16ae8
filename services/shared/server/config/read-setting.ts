import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { readAnchor } from "@dnstools/core/protocol/dnssec/keys/trust-anchors";
import { type Cidr, isIp, parseCidr, plainCidr } from "@dnstools/core/protocol/ip";
import { type Denied, readDenied } from "@dnstools/core/tool/target";
import { isServiceUrl } from "../client/service-client.ts";
import { LOG_LEVELS, type LogLevel } from "../log.ts";

/** What a setting's text comes to; a string in `problem` says what to set instead. */
export type Read<T> = { readonly value: T } | { readonly problem: string };

/** Certificates of a file as PEM texts, and when it was changed; none where no file is named. */
type Authorities = { readonly pems: readonly string[]; readonly changedAt: string | null };

export function authorities(path: string): Read<Authorities> {
  if (path === "") return { value: { pems: [], changedAt: null } };
  try {
    const pems =
      readFileSync(path, "utf8").match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    for (const pem of pems) new X509Certificate(pem);
    const changedAt = statSync(path).mtime.toISOString().slice(0, 10);
    return pems.length > 0
      ? { value: { pems, changedAt } }
      : { problem: "the file has no certificate (PEM)" };
  } catch (error) {
    return { problem: `set a file of certificates (PEM) that can be read: ${(error as Error).message}` };
  }
}

/** Names below a domain: one or more labels a line; what begins with # is a remark. */
export function words(path: string): Read<readonly string[]> {
  if (path === "") return { value: [] };
  try {
    const lines = readFileSync(path, "utf8")
      .split("\n")
      .map((line) => line.trim().toLowerCase())
      .filter((line) => line !== "" && !line.startsWith("#"));
    const wrong = lines.find((line) => !/^(?=.{1,120}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(line));
    if (wrong !== undefined) return { problem: `this line is no name: ${wrong.slice(0, 80)}` };
    return lines.length > 0 ? { value: [...new Set(lines)] } : { problem: "the file has no name" };
  } catch (error) {
    return { problem: `set a file that can be read: ${(error as Error).message}` };
  }
}

export function hostName(text: string): Read<string> {
  return text === "" || /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,10}$/i.test(text)
    ? { value: text }
    : { problem: "set a host name such as probe.example.com" };
}

export function blocklistKey(text: string): Read<{ holder: string; key: string }> {
  const [, holder = "", key = ""] = /^(spamhaus|spamrats|abusix)=([a-z0-9]{1,63})$/i.exec(text) ?? [];
  return holder === ""
    ? { problem: "set spamhaus=KEY, spamrats=KEY or abusix=KEY, the key of letters and digits" }
    : { value: { holder: holder.toLowerCase(), key: key.toLowerCase() } };
}

export function anyText(text: string): Read<string> {
  return { value: text };
}

export function ip(text: string): Read<string> {
  return isIp(text) ? { value: text } : { problem: "set an IP address, such as 127.0.0.1 or ::" };
}

export function integer(least: number, most: number): (text: string) => Read<number> {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return { value };
    return { problem: `set a whole number from ${least} to ${most}` };
  };
}

/** A decimal number between two bounds. */
export function factor(least: number, most: number): (text: string) => Read<number> {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,4}(\.\d{1,4})?$/.test(text) && value >= least && value <= most) return { value };
    return { problem: `set a number from ${least} to ${most}, such as 1.5` };
  };
}

export function onOff(text: string): Read<boolean> {
  const at = ["off", "on"].indexOf(text.toLowerCase());
  return at === -1 ? { problem: "set on or off" } : { value: at === 1 };
}

export function level(text: string): Read<LogLevel> {
  const value = LOG_LEVELS.find((known) => known === text.toLowerCase());
  return value === undefined ? { problem: `set one of ${LOG_LEVELS.join(", ")}` } : { value };
}

export function list<T>(read: (text: string) => Read<T>): (text: string) => Read<readonly T[]> {
  return (text) => {
    const values: T[] = [];
    if (text !== "" && text.replace(/[,\s]/g, "") === "")
      return { problem: "set at least one, or leave it empty" };
    for (const item of text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean)) {
      const result = read(item);
      if ("problem" in result)
        return { problem: read === blocklistKey ? result.problem : `${item}: ${result.problem}` };
      values.push(result.value);
    }
    return { value: values };
  };
}

export function cidr(text: string): Read<Cidr> {
  const value = parseCidr(text);
  return value === null
    ? { problem: "set an address or a block such as 10.0.0.0/8, its host bits zero" }
    : { value: plainCidr(value) };
}

/** A trust anchor: the data of a DS (RFC 4034 5.3). */
export function anchor(text: string): Read<Uint8Array> {
  const value = readAnchor(text);
  return value === null
    ? { problem: "set key tag, algorithm, digest type (2 or 4) and the digest in hex, as in a DS record" }
    : { value };
}

/** A host name: labels of letters and digits, the last of them no number, so that a wrong address is none. */
const HOST =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[^.]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** A resolver by its address, or by a name whose addresses are looked up at the start. */
export function resolver(text: string): Read<{ host: string; port: number }> {
  if (isIp(text)) return { value: { host: text, port: 53 } };
  const match = /^(?:\[([^\]]+)\]|([^:]+?))(?::(\d{1,5}))?$/.exec(text);
  const [, v6 = "", other = "", digits] = match ?? [];
  const port = Number(digits ?? 53);
  const known = v6 === "" ? isIp(other) || HOST.test(other) : isIp(v6) && digits !== undefined;
  if (!known || port < 1 || port > 65535)
    return { problem: "set an address or a name, with a port as 127.0.0.1:5353, [::1]:5353 or unbound:5353" };
  return { value: { host: v6 || other, port } };
}

/** Origins that pages may come from; null where nothing is set. */
export function corsOrigins(text: string): Read<readonly string[] | "*" | null> {
  if (text === "") return { value: null };
  if (text === "*") return { value: text };
  if (text === "none") return { value: [] };
  const origins = text.split(",").map((origin) => origin.trim());
  const bad = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  return bad === undefined
    ? { value: origins }
    : { problem: "set *, none, or origins such as https://tools.example.net in a comma list" };
}

/** Where a service is: `http(s)://host:port` or `unix:/path`. */
export function serviceUrl(text: string): Read<string> {
  return isServiceUrl(text)
    ? { value: text }
    : { problem: "set http://host:port and nothing more, or unix:/path/of/socket" };
}

export function httpsUrl(text: string): Read<string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  return text === "" || (url?.protocol === "https:" && url.username === "")
    ? { value: text }
    : { problem: "set a URL that begins with https://" };
}

export function publicUrl(text: string): Read<string> {
  if (text === "") return { value: "" };
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain =
    url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === "";
  return plain
    ? { value: text.replace(/\/$/, "") }
    : { problem: "set a URL such as https://dns.example.com" };
}

/** Names and blocks that nobody may be asked about, from a comma list or from a file with one a line. */
export function denied(text: string): Read<Denied> {
  let items = text.split(",");
  if (/^\.{0,2}\//.test(text)) {
    try {
      items = readFileSync(text, "utf8")
        .split("\n")
        .map((line) => line.replace(/#.*/, ""));
    } catch (error) {
      return { problem: `set a file that can be read: ${(error as Error).message}` };
    }
  }
  return readDenied(items.map((item) => item.trim()).filter(Boolean));
}

/** Who may speak for clients: a block, or whoever comes through our unix socket. */
export function proxy(text: string): Read<Cidr | "unix"> {
  return text.toLowerCase() === "unix" ? { value: "unix" } : cidr(text);
}

export function redisUrl(text: string): Read<string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const known =
    text.startsWith("unix:/") ||
    (url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== "" && isDecodable(text));
  return text === "" || known
    ? { value: text }
    : {
        problem: "set redis://host:port, rediss://host:port (% in a password as %25) or unix:/path/of/socket",
      };
}

export function databaseUrl(text: string): Read<string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  return text === "" || (url !== null && /^postgres(ql)?:$/.test(url.protocol) && isDecodable(text))
    ? { value: text }
    : {
        problem:
          "set postgres://user:password@host:port/name, % in a password as %25, or leave it empty for an SQLite file in DATA_DIR",
      };
}

/** Whether what is percent-encoded in a URL can be read: a bare % in a password cannot. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
