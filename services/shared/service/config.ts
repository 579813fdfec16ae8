import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { type Cidr, isIp, parseCidr } from "@dnstools/core/protocol/ip";
import { isDoorUrl } from "./door.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

/** One setting: how its text is read, its default as text, and what it does. */
type Setting<T> = {
  /** Reads the text; a string in `problem` says what to set instead. */
  readonly read: (text: string) => { value: T } | { problem: string };
  readonly fallback: string;
  readonly description: string;
};

/** Every setting. The table in README.md is checked against this. */
export const SETTINGS = {
  HOST: setting("127.0.0.1", "Address to listen on.", ip),
  PORT: setting("8080", "Port to listen on; 0 takes a free one.", integer(0, 65535)),
  LISTEN: setting("", "Path of a unix socket to listen on instead of HOST and PORT.", anyText),
  METRICS_HOST: setting("127.0.0.1", "Address for metrics and health.", ip),
  METRICS_PORT: setting(
    "9464",
    "Port for `/metrics`, `/livez`, `/readyz` and pages of services (`/dnsbl`); 0 takes a free one.",
    integer(0, 65535),
  ),
  DNS_RESOLVERS: setting(
    "",
    "Our own resolvers: `ip` or `ip:port`, `[ip6]:port`, in a comma list. Empty: those of /etc/resolv.conf.",
    list(resolver),
  ),
  DNS_0X20: setting(
    "off",
    "`on`: questions to name servers of others have their letters in random case, against forged answers.",
    onOff,
  ),
  DNS_URL: setting(
    "",
    "Where the dns service is, for a gateway in a process of its own: `http://host:port` or `unix:/path`.",
    doorUrl,
  ),
  NETWORK_URL: setting(
    "",
    "Where the network service is, likewise; the mail service in a process of its own asks it too.",
    doorUrl,
  ),
  CERT_URL: setting("", "Where the cert service is, likewise.", doorUrl),
  MAIL_URL: setting("", "Where the mail service is, likewise.", doorUrl),
  ANALYSIS_URL: setting("", "Where the analysis service is, likewise.", doorUrl),
  DATA_DIR: setting(
    "data",
    "Folder for what outlives a process, such as IANA's list of RDAP servers.",
    anyText,
  ),
  CA_FILE: setting(
    "",
    "Certificate authorities (PEM) that servers are checked against, in place of those bundled with Bun.",
    authorities,
  ),
  CA_EXTRA_FILE: setting(
    "",
    "Certificate authorities (PEM) beside those; NODE_EXTRA_CA_CERTS counts as it.",
    authorities,
  ),
  EGRESS_ALLOW: setting(
    "",
    "Blocks that may be asked though they are not public, in a comma list of CIDRs.",
    list(cidr),
  ),
  EGRESS_DENY: setting(
    "",
    "Blocks that must not be asked, such as your own networks; they win over EGRESS_ALLOW.",
    list(cidr),
  ),
  EGRESS_TEST: setting(
    "on",
    "`on`: the cert service tries at its start, and again where connections fail, whether IPv6 and port 25 lead out of your network, at root servers and large mail providers. What does not is never held against a server.",
    onOff,
  ),
  PROBE_NAME: setting(
    "",
    "Host name of this API in EHLO and User-Agent. Empty: that of PUBLIC_URL, or else dnstools.invalid.",
    hostName,
  ),
  NAMESERVER_QPS: setting(
    "300",
    "Questions a second to one name server of others, over all calls, after a burst of 100; a public resolver gets a tenth of it. 0 lifts it.",
    integer(0, 100_000),
  ),
  REGISTRY_RATE: setting(
    "60",
    "Questions a minute to one registry (RDAP, whois), over all calls; 0 lifts it. What registries ask for is kept to always.",
    integer(0, 100_000),
  ),
  DNSBL_KEYS: setting(
    "",
    "Keys of blocklists, in a comma list: `spamhaus=KEY` (DQS), `spamrats=KEY`, `abusix=KEY`.",
    list(blocklistKey),
  ),
  AS_DATABASE: setting(
    "",
    "File of origin ASes (MMDB, such as of @ip-location-db) to read in place of asking Team Cymru.",
    anyText,
  ),
  CACHE_MAX_AGE_S: setting(
    "3600",
    "Seconds that an answer of whois, or for a minute what a mail server showed, is given again at most; 0 keeps none.",
    integer(0, 86_400),
  ),
  DNS_DEADLINE_MS: setting("5000", "Milliseconds the dns tool has.", integer(100, 60_000)),
  REVERSE_DEADLINE_MS: setting("5000", "Milliseconds the reverse tool has.", integer(100, 60_000)),
  WHOIS_DEADLINE_MS: setting("10000", "Milliseconds the whois tool has.", integer(100, 60_000)),
  DNSBL_DEADLINE_MS: setting("6000", "Milliseconds the dnsbl tool has.", integer(100, 60_000)),
  SSL_DEADLINE_MS: setting("10000", "Milliseconds the ssl tool has.", integer(100, 60_000)),
  MAIL_DEADLINE_MS: setting("12000", "Milliseconds the mail tool has.", integer(100, 60_000)),
  PROPAGATION_DEADLINE_MS: setting("8000", "Milliseconds the propagation tool has.", integer(100, 60_000)),
  SCOUT_DEADLINE_MS: setting("15000", "Milliseconds the scout tool has.", integer(100, 60_000)),
  RESOLVER_LIST_URL: setting(
    "",
    "List of public resolvers that propagation adds to its own, fetched once a day: a CSV such as https://public-dns.info/nameservers.csv. Empty: none.",
    httpsUrl,
  ),
  SCOUT_QUESTIONS: setting(
    "2000",
    "Questions that one call of scout asks at most; 0 lifts it.",
    integer(0, 1_000_000),
  ),
  SCOUT_WORDS: setting(
    "",
    "File of names, one a line, that scout looks for below a domain in place of its own 300.",
    words,
  ),
  RATE_LIMIT_UNITS: setting(
    "60",
    "Units a client may use at once; 0 lifts the limit.",
    integer(0, 1_000_000_000),
  ),
  RATE_LIMIT_WINDOW_S: setting("60", "Seconds in which used units come back.", integer(1, 86_400)),
  PUBLIC_URL: setting("", "Where callers reach this API, for links in the OpenAPI document.", publicUrl),
  OPERATOR_CONTACT: setting("", "How to reach you: named to callers who are refused.", anyText),
  LOG_LEVEL: setting("info", "debug, info, warn or error; debug logs every request.", level),
} as const;

type Settings = typeof SETTINGS;
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads every setting from the environment. All problems are told together. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(SETTINGS)) {
    const text = env[name]?.trim() || spec.fallback;
    const result = spec.read(text);
    if ("problem" in result) problems.push(`${name}=${shown(name, text)}: ${result.problem}`);
    else values[name] = result.value;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: values as Config };
}

/** A setting's text for people: keys, and what could be a password in a URL, are left out. */
function shown(name: string, text: string): string {
  return name === "DNSBL_KEYS" ? "..." : text.replace(/\/\/[^/@]*@/g, "//...@");
}

function setting<T>(fallback: string, description: string, read: Setting<T>["read"]): Setting<T> {
  return { fallback, description, read };
}

/** Certificates of a file as PEM texts, and when it was changed; none where no file is named. */
type Authorities = { readonly pems: readonly string[]; readonly changedAt: string | null };

function authorities(path: string): { value: Authorities } | { problem: string } {
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
function words(path: string): { value: readonly string[] } | { problem: string } {
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

function hostName(text: string): { value: string } | { problem: string } {
  return text === "" || /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,10}$/i.test(text)
    ? { value: text }
    : { problem: "set a host name such as probe.example.com" };
}

function blocklistKey(text: string): { value: { holder: string; key: string } } | { problem: string } {
  const [, holder = "", key = ""] = /^(spamhaus|spamrats|abusix)=([a-z0-9]{1,63})$/i.exec(text) ?? [];
  return holder === ""
    ? { problem: "set spamhaus=KEY, spamrats=KEY or abusix=KEY, the key of letters and digits" }
    : { value: { holder: holder.toLowerCase(), key: key.toLowerCase() } };
}

function anyText(text: string): { value: string } {
  return { value: text };
}

function ip(text: string): { value: string } | { problem: string } {
  return isIp(text) ? { value: text } : { problem: "set an IP address, such as 127.0.0.1 or ::" };
}

function integer(least: number, most: number): Setting<number>["read"] {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return { value };
    return { problem: `set a whole number from ${least} to ${most}` };
  };
}

function onOff(text: string): { value: boolean } | { problem: string } {
  const at = ["off", "on"].indexOf(text.toLowerCase());
  return at === -1 ? { problem: "set on or off" } : { value: at === 1 };
}

function level(text: string): { value: LogLevel } | { problem: string } {
  const value = LOG_LEVELS.find((known) => known === text.toLowerCase());
  return value === undefined ? { problem: `set one of ${LOG_LEVELS.join(", ")}` } : { value };
}

function list<T>(read: Setting<T>["read"]): Setting<readonly T[]>["read"] {
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

function cidr(text: string): { value: Cidr } | { problem: string } {
  const value = parseCidr(text);
  return value === null
    ? { problem: "set an address or a block such as 10.0.0.0/8, its host bits zero" }
    : { value };
}

function resolver(text: string): { value: { address: string; port: number } } | { problem: string } {
  if (isIp(text)) return { value: { address: text, port: 53 } };
  const match = /^(?:\[([^\]]+)\]|([0-9.]+)):(\d{1,5})$/.exec(text);
  const address = match?.[1] ?? match?.[2] ?? "";
  const port = Number(match?.[3]);
  if (!isIp(address) || port < 1 || port > 65535)
    return { problem: "set an address, with a port as 127.0.0.1:5353 or [::1]:5353" };
  return { value: { address, port } };
}

function doorUrl(text: string): { value: string } | { problem: string } {
  return text === "" || isDoorUrl(text)
    ? { value: text }
    : { problem: "set http://host:port and nothing more, or unix:/path/of/socket" };
}

function httpsUrl(text: string): { value: string } | { problem: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  return text === "" || (url?.protocol === "https:" && url.username === "")
    ? { value: text }
    : { problem: "set a URL that begins with https://" };
}

function publicUrl(text: string): { value: string } | { problem: string } {
  if (text === "") return { value: "" };
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain =
    url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === "";
  return plain
    ? { value: text.replace(/\/$/, "") }
    : { problem: "set a URL such as https://dns.example.com" };
}
