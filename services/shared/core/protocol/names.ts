import { parse as parseSuffix } from "tldts";
import type { Instead, Parsed, Refused } from "../tool/parsed.ts";
import { isIp } from "./ip.ts";
import { pasted, valueIn } from "./pasted.ts";
import { specialUseOf } from "./special-use.ts";

/** A domain name in lower-case A-labels without a trailing dot, validated by `parseDomain`. */
export type DomainName = string & { readonly brand: unique symbol };

/** Options for `parseDomain`. */
export type DomainOptions = {
  /**
   * Allow underscores in labels (RFC 8552) and names such as `0/25.2.0.192.in-addr.arpa` (RFC 2317 4), which occur as
   * owner names of records.
   */
  readonly underscores?: boolean;
  /** Allow `*` as the first label, to query the wildcard record itself (RFC 4592). */
  readonly wildcard?: boolean;
  /** Allow names outside the public DNS, but refuse a public suffix with a message on what to send instead. */
  readonly registration?: boolean;
};

/** Maximum length of the input, in characters. Longer input is refused without being parsed. */
const INPUT_MAX = 1024;
/** RFC 1035 2.3.4: at most 63 octets per label, and 255 octets per name on the wire (253 characters as text). */
const LABEL_MAX = 63;
const NAME_MAX = 253;

/**
 * Parses a domain name: converts it to A-labels (UTS 46, non-transitional), checks its lengths (RFC 1035) and refuses
 * special-use names. If the text is something else, such as a URL, an IP address or an e-mail address, `message` says
 * what to send instead, and `instead` contains that value.
 */
export function parseDomain(raw: string, options: DomainOptions = {}): Parsed<DomainName> {
  const text = raw.trim();
  if (text.length > INPUT_MAX) return no(`The name is too long: at most ${NAME_MAX} characters are allowed.`);
  return otherThing(text, options) ?? readName(text, options);
}

/** Parses a text that contains only a name. */
function readName(text: string, options: DomainOptions): Parsed<DomainName> {
  const ascii = takesAsClassless(text, options) ? text.toLowerCase() : asciiOf(text);
  if (ascii === null) return no("This is not a valid internationalised name (UTS 46): check its characters.");
  const name = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
  const problem =
    syntaxProblem(name, options) ??
    addressProblem(name) ??
    (options.registration ? suffixProblem : placeProblem)(name);
  return problem === null ? { ok: true, value: name as DomainName } : no(problem);
}

/**
 * Matches names that UTS 46 only converts to lower case. Most names match, and this check is cheaper than the UTS 46
 * tables.
 */
const PLAIN = /^[a-z0-9._*-]+$/i;
const ENCODED = /xn--/i;
/**
 * RFC 2317 names: one label holds the first address of a network and its prefix length; labels in the zone may
 * precede it.
 */
const CLASSLESS = /^(?:[a-z0-9_*-]+\.)*\d{1,3}\/\d{1,2}(?:\.\d{1,3}){1,3}\.in-addr\.arpa\.?$/i;

/** Returns true if UTS 46 would only convert a name to lower case. */
function isPlain(name: string): boolean {
  return PLAIN.test(name) && !ENCODED.test(name);
}

/**
 * Returns the functions of UTS 46. They are loaded for the first name that is not plain, because their tables take
 * 2 MB of memory.
 */
function uts46() {
  return require("tr46");
}

declare const require: (name: "tr46") => typeof import("tr46");

function isClassless(text: string): boolean {
  return CLASSLESS.test(text) && !ENCODED.test(text);
}

function takesAsClassless(text: string, options: DomainOptions): boolean {
  return options.underscores === true && !options.registration && isClassless(text);
}

/**
 * Returns a name in A-labels, or null if UTS 46 refuses it. The Bidi rule (RFC 5893 2) is checked for
 * internationalised labels only, since plain labels such as `_dmarc`, `*` and `25` would break it.
 */
function asciiOf(text: string): string | null {
  if (isPlain(text)) return text.toLowerCase();
  const { toASCII } = uts46();
  const ascii = toASCII(text, IDNA);
  const encoded = ascii?.split(".").filter((label) => label.startsWith("xn--")) ?? [];
  return toASCII(encoded.join("."), { ...IDNA, checkBidi: true }) === null ? null : ascii;
}

const IDNA = {
  checkBidi: false,
  checkHyphens: false,
  checkJoiners: true,
  useSTD3ASCIIRules: false,
  transitionalProcessing: false,
  verifyDNSLength: false,
} as const;

/** Converts a name from A-labels to Unicode (UTS 46) for display. */
export function unicodeOf(name: string): string {
  return isPlain(name) ? name.toLowerCase() : uts46().toUnicode(name, IDNA).domain;
}

function no(message: string, instead?: Instead): Refused {
  return instead === undefined ? { ok: false, message } : { ok: false, message, instead };
}

/** An AS number such as `AS64500`. No domain name matches: `as` followed by digits is not a top-level domain. */
const AS_NUMBER = /^as ?\d{1,10}$/i;

/**
 * Returns a refusal that says what to send instead if the text is clearly not a domain name, such as a URL or an IP
 * address; null if it may be a name.
 */
function otherThing(text: string, options: DomainOptions): Refused | null {
  if (PLAIN.test(text) && !/^[\d.]+$|^as\d+$/i.test(text)) return null;
  if (takesAsClassless(text, options)) return null;
  const address = addressOf(text);
  if (address !== null)
    return no("This is an IP address: send a domain name, or use /api/v1/reverse?ip= for the address.", {
      ...ABOUT_ADDRESS,
      value: address,
    });
  if (AS_NUMBER.test(text))
    return no(
      "This is an AS number: send a domain name, or use /api/v1/reverse?ip= for an address of the AS.",
    );
  const found = pasted(text);
  if (found === null)
    return text.includes("%")
      ? no("This has a '%': send the name in plain letters or as xn-- labels, encoded once.")
      : null;
  const name = valueIn(text, (part) => readName(part, options));
  if (name !== null) return no(`${found.message}, ${name}.`, { value: name });
  const inside = valueIn(text, (part) => {
    const value = addressOf(part);
    return value === null ? no("") : { ok: true, value };
  });
  if (inside === null) return no(`${found.message}.`);
  return no(`${found.message}, or use /api/v1/reverse?ip= for the address in it.`, {
    ...ABOUT_ADDRESS,
    value: inside,
  });
}

const ABOUT_ADDRESS = { tool: "reverse", parameter: "ip" } as const;

/** Returns the IP address in the text, without brackets around it, or null for other texts. */
function addressOf(text: string): string | null {
  const bare = text.replace(/^\[|\]$/g, "");
  return isIp(bare) ? bare : null;
}

/** Matches the names of hosts, which any caller may send. */
const HOST = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/;

function syntaxProblem(name: string, options: DomainOptions): string | null {
  if (name.length <= NAME_MAX && HOST.test(name)) return null;
  if (name === "") return "This is the root of the DNS: send a name such as example.com.";
  if (name.length > NAME_MAX)
    return `The name has ${name.length} characters: at most ${NAME_MAX} are allowed (RFC 1035 2.3.4).`;
  const labels = name.split(".");
  const characters = isClassless(name) ? /^[a-z0-9_/-]+$/ : /^[a-z0-9_-]+$/;
  for (const [i, label] of labels.entries()) {
    if (label === "") return "The name has an empty label: it has two dots in a row or begins with a dot.";
    if (label.length > LABEL_MAX)
      return `A label has ${label.length} characters: at most ${LABEL_MAX} are allowed (RFC 1035 2.3.4).`;
    if (label === "*" && i === 0 && options.wildcard) continue;
    if (label.includes("_") && !options.underscores)
      return "Host names cannot contain underscores: send the name of a host or domain.";
    if (!characters.test(label))
      return `The name contains ${strangeIn(label)}: host and domain names cannot contain this character.`;
  }
  return null;
}

/** Returns the first character that a domain name cannot have, for use in a message. */
function strangeIn(label: string): string {
  const [character = ""] = /[^a-z0-9_-]/u.exec(label) ?? [];
  const seen = /^[!-~\p{L}\p{N}\p{S}]$/u.test(character);
  return seen
    ? `'${character}'`
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function addressProblem(name: string): string | null {
  return /(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)
    ? "This looks like a malformed IP address (the last label is a number): send a domain name."
    : null;
}

/**
 * Returns why a name cannot be registered: it is a public suffix or has invalid labels. Returns null for all other
 * names. Names outside the public DNS are accepted, so that the tool can explain them.
 */
function suffixProblem(name: string): string | null {
  const registrable = registrableOf(name);
  if (notInPublicDns(name) !== null) return null;
  // RFC 5890 2.3.1: letters, digits and inner hyphens; hyphens in third and fourth place are reserved for
  // A-labels.
  if (registrable !== null)
    return /^(?!-)(?!..--|$)[a-z0-9-]+(?<!-)\.|^xn--[a-z0-9-]+(?<!-)\./.test(registrable)
      ? null
      : `${registrable} cannot be registered: labels may only contain letters, digits and hyphens between them.`;
  return `${name} is a public suffix, under which names are registered: send a name below it, such as example.${name}.`;
}

/**
 * Returns the registrable domain of a name: its public suffix (ICANN section of the list) and one more label. Returns
 * null if the name has no registrable domain.
 */
export function registrableOf(name: string): DomainName | null {
  const { domain } = parseSuffix(name, { allowPrivateDomains: false, validateHostname: false });
  return domain as DomainName | null;
}

/**
 * Returns the site of a name. This is its registrable domain, except that names below private suffixes such as
 * github.io are separate sites.
 */
export function siteOf(name: string): string {
  return parseSuffix(name, { allowPrivateDomains: true, validateHostname: false }).domain ?? name;
}

/**
 * Returns why a name cannot be registered in the public DNS: it is in a special-use domain or is an unknown single
 * label. Returns null if the name may be registered.
 */
export function notInPublicDns(name: string): { name: string; reference: string | null } | null {
  const special = specialUseOf(name);
  if (special !== null) return special;
  return name.includes(".") || isTld(name) ? null : { name, reference: null };
}

function placeProblem(name: string): string | null {
  const labels = name.split(".");
  const last = labels.at(-1) ?? "";
  const special = specialUseOf(name);
  if (special !== null)
    return `Names under ${special.name} are not in the public DNS (${special.reference}).`;
  if (labels.length === 1 && !isTld(last)) {
    return "A single label that is not a top-level domain is not in the public DNS: send a full name such as example.com.";
  }
  return null;
}

/** Returns true if a label is a top-level domain in the ICANN section of the public suffix list (tldts). */
export function isTld(label: string): boolean {
  return parseSuffix(label).isIcann === true;
}

/** Returns the name without its first label, or null for a top-level domain. */
export function parentOf(name: DomainName): DomainName | null {
  const dot = name.indexOf(".");
  return dot === -1 ? null : (name.slice(dot + 1) as DomainName);
}

/**
 * Returns true if a name is the zone's apex or below it. Neither argument has a trailing dot; `""` is the root.
 */
export function isWithin(name: string, zone: string): boolean {
  return zone === "" || name === zone || name.endsWith(`.${zone}`);
}

/**
 * Normalises a name from a DNS response to lower case without a trailing dot. Responses may hold any bytes (RFC
 * 2181 11), so nothing is validated here; `encodeQuery` refuses names that cannot be queried.
 */
export function answerName(name: string): DomainName {
  return (name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase() as DomainName;
}

/**
 * Returns true if a name from a record can be looked up in the public DNS: it is not a special-use name or an IP
 * address, and it has only characters of host names (RFC 1123 2.1, and underscores, which are common in practice).
 */
export function isHostName(name: string): boolean {
  const labels = name.split(".");
  const plain = labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)) && name.length <= NAME_MAX;
  return plain && labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? "") && specialUseOf(name) === null;
}
