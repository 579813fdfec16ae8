import { parse as parseSuffix } from "tldts";
import { toASCII, toUnicode } from "tr46";
import type { Instead, Parsed, Refused } from "../tool/parsed.ts";
import { isIp } from "./ip.ts";
import { pasted, valueIn } from "./pasted.ts";
import { specialUseOf } from "./special-use.ts";

/** A name of lower-case A-labels without a trailing dot, checked by parseDomain. */
export type DomainName = string & { readonly brand: unique symbol };

export type DomainOptions = {
  /** Allow underscores in labels (RFC 8552), and names as `0/25.2.0.192.in-addr.arpa` (RFC 2317 4): owners of records may have them. */
  readonly underscores?: boolean;
  /** Allow `*` as the first label, to ask for the wildcard record itself (RFC 4592). */
  readonly wildcard?: boolean;
  /** Take names outside the public DNS too; and of a public suffix say what to send instead. */
  readonly registration?: boolean;
};

/** Longer input is refused before any work. */
const INPUT_MAX = 1024;
/** RFC 1035 2.3.4: 63 octets a label, 255 on the wire, which leaves 253 characters of text. */
const LABEL_MAX = 63;
const NAME_MAX = 253;

/**
 * Reads a domain name: UTS 46 non-transitional to A-labels, RFC 1035 lengths, special-use names refused.
 * The message says what to send instead of a URL, an address, an e-mail address and the like; `instead` has it as a value.
 */
export function parseDomain(raw: string, options: DomainOptions = {}): Parsed<DomainName> {
  const text = raw.trim();
  if (text.length > INPUT_MAX) return no(`The name is too long: at most ${NAME_MAX} characters.`);
  return otherThing(text, options) ?? readName(text, options);
}

/** Reads a text that is a name and nothing else. */
function readName(text: string, options: DomainOptions): Parsed<DomainName> {
  const ascii = takesAsClassless(text, options) ? text.toLowerCase() : asciiOf(text);
  if (ascii === null) return no("This is no valid internationalised name (UTS 46): check its characters.");
  const name = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
  const problem =
    syntaxProblem(name, options) ??
    addressProblem(name) ??
    (options.registration ? suffixProblem : placeProblem)(name);
  return problem === null ? { ok: true, value: name as DomainName } : no(problem);
}

/** Names that UTS 46 changes in nothing but capitals; most are, and its tables cost more than their answer. */
const PLAIN = /^[a-z0-9._*-]+$/i;
const ENCODED = /xn--/i;
/** Such a label is the first address of a network and its length; before it stand names in the zone. */
const CLASSLESS = /^(?:[a-z0-9_*-]+\.)*\d{1,3}\/\d{1,2}(?:\.\d{1,3}){1,3}\.in-addr\.arpa\.?$/i;

function isClassless(text: string): boolean {
  return CLASSLESS.test(text) && !ENCODED.test(text);
}

function takesAsClassless(text: string, options: DomainOptions): boolean {
  return options.underscores === true && !options.registration && isClassless(text);
}

/**
 * A name in A-labels; null where UTS 46 refuses it. The Bidi rule (RFC 5893 2) is for internationalised labels: the plain
 * labels before them are no part of it, since `_dmarc`, `*` and `25` begin with no letter.
 */
function asciiOf(text: string): string | null {
  if (PLAIN.test(text) && !ENCODED.test(text)) return text.toLowerCase();
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

/** A name of A-labels as people write it (UTS 46). */
export function unicodeOf(name: string): string {
  return toUnicode(name, IDNA).domain;
}

function no(message: string, instead?: Instead): Refused {
  return instead === undefined ? { ok: false, message } : { ok: false, message, instead };
}

/** An AS number as people write it; `as` is no top-level domain with digits behind it. */
const AS_NUMBER = /^as ?\d{1,10}$/i;

/** What it is when it is no domain name at all, with what to send instead; null for what may be a name. */
function otherThing(text: string, options: DomainOptions): Refused | null {
  if (PLAIN.test(text) && !/^[\d.]+$|^as\d+$/i.test(text)) return null;
  if (takesAsClassless(text, options)) return null;
  const address = addressOf(text);
  if (address !== null)
    return no("This is an IP address: send a domain name, or ask /api/v1/reverse?ip= about the address.", {
      ...ABOUT_ADDRESS,
      value: address,
    });
  if (AS_NUMBER.test(text))
    return no(
      "This is an AS number: send a domain name, or ask /api/v1/reverse?ip= about an address of the AS.",
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
  return no(`${found.message}, or ask /api/v1/reverse?ip= about the address in it.`, {
    ...ABOUT_ADDRESS,
    value: inside,
  });
}

const ABOUT_ADDRESS = { tool: "reverse", parameter: "ip" } as const;

/** An IP address, also in brackets; null for other texts. */
function addressOf(text: string): string | null {
  const bare = text.replace(/^\[|\]$/g, "");
  return isIp(bare) ? bare : null;
}

function syntaxProblem(name: string, options: DomainOptions): string | null {
  if (name === "") return "This is the root: send a name such as example.com.";
  if (name.length > NAME_MAX)
    return `The name has ${name.length} characters: at most ${NAME_MAX} (RFC 1035 2.3.4).`;
  const labels = name.split(".");
  const characters = isClassless(name) ? /^[a-z0-9_/-]+$/ : /^[a-z0-9_-]+$/;
  for (const [i, label] of labels.entries()) {
    if (label === "") return "The name has an empty label: two dots together, or one at its beginning.";
    if (label.length > LABEL_MAX)
      return `A label has ${label.length} characters: at most ${LABEL_MAX} (RFC 1035 2.3.4).`;
    if (label === "*" && i === 0 && options.wildcard) continue;
    if (label.includes("_") && !options.underscores)
      return "A host name has no underscore: send the name of a host or domain.";
    if (!characters.test(label))
      return `The name has ${strangeIn(label)}: host and domain names do not have such characters.`;
  }
  return null;
}

/** The first character of a label that names do not have. */
function strangeIn(label: string): string {
  const [character = ""] = /[^a-z0-9_-]/u.exec(label) ?? [];
  const seen = /^[!-~\p{L}\p{N}\p{S}]$/u.test(character);
  return seen
    ? `'${character}'`
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function addressProblem(name: string): string | null {
  return /(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)
    ? "This reads as a malformed IP address (the last label is a number): send a domain name."
    : null;
}

/** Nobody registers a public suffix. Names that no registry has are for the tool to speak of. */
function suffixProblem(name: string): string | null {
  const registrable = registrableOf(name);
  if (notInPublicDns(name) !== null) return null;
  // RFC 5890 2.3.1: letters, digits and hyphens within; two hyphens in third place are for A-labels.
  if (registrable !== null)
    return /^(?!-)(?!..--|$)[a-z0-9-]+(?<!-)\.|^xn--[a-z0-9-]+(?<!-)\./.test(registrable)
      ? null
      : `Nobody can register ${registrable}: labels have letters and digits, and hyphens between them.`;
  return `${name} is a public suffix, under which names are registered: send one of these, such as example.${name}.`;
}

/** What is looked for under a name is registered as this: the public suffix and one label (ICANN section of the list). */
export function registrableOf(name: string): DomainName | null {
  const { domain } = parseSuffix(name, { allowPrivateDomains: false, validateHostname: false });
  return domain as DomainName | null;
}

/** What a name belongs to: as `registrableOf`, but names that others give away, as below github.io, stand for themselves. */
export function siteOf(name: string): string {
  return parseSuffix(name, { allowPrivateDomains: true, validateHostname: false }).domain ?? name;
}

/** Why a name is in no registry: it is special, or one label that is no top-level domain; null where it may be in one. */
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
    return "A single label that is no top-level domain is not in the public DNS: send a whole name such as example.com.";
  }
  return null;
}

/** Whether a label is a top-level domain by the public suffix list's ICANN section (tldts). */
export function isTld(label: string): boolean {
  return parseSuffix(label).isIcann === true;
}

/** The name one label up; null for a top-level domain. */
export function parentOf(name: DomainName): DomainName | null {
  const dot = name.indexOf(".");
  return dot === -1 ? null : (name.slice(dot + 1) as DomainName);
}

/** Whether a name is a zone's apex or below it. Both without trailing dots; `""` is the root. */
export function isWithin(name: string, zone: string): boolean {
  return zone === "" || name === zone || name.endsWith(`.${zone}`);
}

/**
 * A name out of a DNS answer as a DomainName: lower case, no trailing dot.
 * Answers may hold any bytes (RFC 2181 11), so this only normalises; encodeQuery refuses what cannot be asked.
 */
export function answerName(name: string): DomainName {
  return (name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase() as DomainName;
}

/**
 * Whether a name out of a record is one to ask the public DNS for: not one of a special use, no address, and of
 * characters that names of hosts have (RFC 1123 2.1; underscores are met).
 */
export function isHostName(name: string): boolean {
  const labels = name.split(".");
  const plain = labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)) && name.length <= NAME_MAX;
  return plain && labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? "") && specialUseOf(name) === null;
}
