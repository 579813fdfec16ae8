import { type IpBytes, parseIp } from "../ip.ts";
import { type Piece, parseMacroString } from "./macro.ts";

/** Qualifier of a mechanism: pass, fail, softfail or neutral (RFC 7208 4.6.2). */
export type Qualifier = "+" | "-" | "~" | "?";

/** The domain-spec of a term, both as written and in parsed form. */
export type DomainSpec = { readonly text: string; readonly pieces: readonly Piece[] };

/** A parsed term of a record (RFC 7208 4.6.1). `at` is the offset of its first character, from 0. */
export type Term = { readonly text: string; readonly at: number } & (
  | {
      readonly kind: "mechanism";
      readonly name: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists";
      readonly qualifier: Qualifier;
      readonly domain: DomainSpec | null;
      /** The address in an ip4 or ip6 mechanism; null for other mechanisms. */
      readonly ip: IpBytes | null;
      /** Prefix lengths for IPv4 and IPv6 addresses. The mechanism ip4 uses only `bits4`, and ip6 only `bits6`. */
      readonly bits4: number;
      readonly bits6: number;
    }
  | { readonly kind: "modifier"; readonly name: string; readonly domain: DomainSpec | null }
);
/** A term that is a mechanism. */
export type Mechanism = Extract<Term, { kind: "mechanism" }>;

/** An error that makes the whole record invalid (permerror, RFC 7208 4.6). */
export type SpfProblem = {
  /** Offset of the invalid term in the record, from 0. */
  readonly at: number;
  readonly term: string;
  readonly message: string;
  /** Section of RFC 7208 that the term violates. */
  readonly section: string;
};

/**
 * Modifiers with the name of a mechanism, such as `ip4=`. Receivers ignore them as unknown modifiers (RFC 7208 6),
 * but the author meant a colon.
 */
const MISTAKEN = /^[+\-~?]?(?:ip4|ip6|ip|a|mx|include|exists|ptr)=/i;

/** Returns the record with `=` corrected to `:` after the names of mechanisms. */
export function withColons(text: string): string {
  const words = text.split(" ").map((word) => (MISTAKEN.test(word) ? word.replace("=", ":") : word));
  return words.join(" ");
}

/** Returns true for a modifier that was meant as a mechanism, such as `ip4=192.0.2.1`. */
export function isMistaken({ kind, text }: Term): boolean {
  return kind === "modifier" && MISTAKEN.test(text);
}

/** A parsed SPF record. */
export type SpfRecord = {
  readonly terms: readonly Term[];
  readonly problems: readonly SpfProblem[];
  /** False if the record has more terms or more errors than are read. */
  readonly whole: boolean;
};

/** Returns true if a text is an SPF record, that is, if it begins with the version `v=spf1` (RFC 7208 4.5). */
export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/** Returns true if a text looks like a malformed SPF record. */
export function isNearSpf(text: string): boolean {
  const start = text.slice(0, 40);
  if (isSpf(text)) return false;
  return /^[\s"'\u200b\ufeff]*(?:v\s*=\s*["']?spf\s*[-_.]?\s*1|spf1(?:\s|$))/i.test(start);
}

/**
 * Maximum number of terms read, and maximum number of errors reported. A DNS response cannot contain more than
 * TERMS_MAX networks.
 */
const TERMS_MAX = 4096;
const PROBLEMS_MAX = 20;

/**
 * Parses a record for which `isSpf` returns true. All terms are checked, since a single error makes the whole
 * record invalid (RFC 7208 4.6).
 */
export function parseSpf(text: string): SpfRecord {
  const terms: Term[] = [];
  const problems: SpfProblem[] = [];
  const words = text.slice("v=spf1".length).matchAll(/[^ ]+/g);
  let whole = true;
  for (const { 0: word, index } of words) {
    whole = terms.length + problems.length < TERMS_MAX && problems.length < PROBLEMS_MAX;
    if (!whole) break;
    const at = index + "v=spf1".length;
    const read = parseTerm(word, at);
    if ("message" in read) problems.push(read);
    else terms.push(read);
  }
  for (const name of ["redirect", "exp"]) {
    const second = terms.filter((term) => term.kind === "modifier" && term.name === name)[1];
    if (second !== undefined)
      problems.push({ at: second.at, term: second.text, message: `${name} occurs twice`, section: "6" });
  }
  return { terms, problems, whole };
}

const MECHANISMS = ["all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"] as const;
type MechanismName = (typeof MECHANISMS)[number];

function parseTerm(word: string, at: number): Term | SpfProblem {
  const wrong = (message: string, section: string): SpfProblem => ({
    at,
    term: word.slice(0, 100),
    message: pastedWrongly(word) ?? message,
    section,
  });
  // Bytes that are not valid UTF-8 appear as \DDD in the text.
  if (/[^\x21-\x7e]|\\\d{3}/.test(word))
    return wrong("it contains a character that is not visible ASCII, such as a tab", "4.6.1");
  // A name and `=` form a modifier, whether known or not (RFC 7208 4.6.1).
  const modifier = /^([a-z][a-z0-9\-_.]*)=(.*)$/i.exec(word);
  if (modifier) return parseModifier(modifier[1] ?? "", modifier[2] ?? "", { word, at, wrong });
  const [, sign = "", name = "", rest = ""] = /^([+\-~?]?)([a-z][a-z0-9\-_.]*)(.*)$/i.exec(word) ?? [];
  const mechanism = MECHANISMS.find((one) => one === name.toLowerCase());
  if (mechanism === undefined) return wrong(unknownMechanism(word, name), "4.6.1");
  const base = {
    text: word,
    at,
    kind: "mechanism",
    name: mechanism,
    qualifier: (sign === "" ? "+" : sign) as Qualifier,
    domain: null,
    ip: null,
    bits4: 32,
    bits6: 128,
  } as const;
  const read = parseArgument(mechanism, rest);
  return "message" in read ? wrong(read.message, read.section) : { ...base, ...read };
}

/** Returns what is wrong with a term that was pasted together with `all` or has another dash; null for other terms. */
function pastedWrongly(word: string): string | null {
  if (/^[\u2010-\u2015\u2212]all$/i.test(word)) return "the dash before all is not the hyphen of ASCII";
  const all = /[a-z\d.:/}]([+\-~?]all)$/i.exec(word)?.[1];
  return all === undefined ? null : `a space is missing before ${all}`;
}

type TermContext = {
  readonly word: string;
  readonly at: number;
  readonly wrong: (message: string, section: string) => SpfProblem;
};

function parseModifier(name: string, value: string, { word, at, wrong }: TermContext): Term | SpfProblem {
  const known = name.toLowerCase();
  const base = { text: word, at, kind: "modifier", name: known } as const;
  if (known === "redirect" || known === "exp") {
    const domain = parseDomainSpec(value);
    if ("message" in domain) return wrong(domain.message, known === "redirect" ? "6.1" : "6.2");
    return { ...base, domain };
  }
  const macros = parseMacroString(value);
  return macros.ok ? { ...base, domain: null } : wrong(macros.message, "7.1");
}

function unknownMechanism(word: string, name: string): string {
  const bare = word.replace(/^[+\-~?]/, "");
  if (/^\d+\.\d+\.\d+\.\d+/.test(bare)) return "an address alone is not a mechanism: write ip4: before it";
  if (/^[0-9a-f]*:[0-9a-f:]+/i.test(bare)) return "an address alone is not a mechanism: write ip6: before it";
  if (/^redirect|^exp/i.test(name)) return `${name} is a modifier: it takes = and no qualifier before it`;
  if (/^ipv?[46]?$/i.test(name)) return "this mechanism does not exist: use ip4 or ip6";
  return name === "" ? "this is not a valid term" : `the mechanism ${name} does not exist`;
}

type Argument = Partial<Pick<Mechanism, "domain" | "ip" | "bits4" | "bits6">>;
type Wrong = { readonly message: string; readonly section: string };

function parseArgument(name: MechanismName, rest: string): Argument | Wrong {
  switch (name) {
    case "all":
      return rest === "" ? {} : { message: "all takes no argument", section: "5.1" };
    case "ip4":
    case "ip6":
      return parseNetwork(name, rest);
    case "include":
    case "exists": {
      const section = name === "include" ? "5.2" : "5.7";
      if (!rest.startsWith(":")) return { message: `${name} needs a domain`, section };
      const domain = parseDomainSpec(rest.slice(1));
      return "message" in domain ? { ...domain, section } : { domain };
    }
    default:
      return parseHost(name, rest);
  }
}

const SECTIONS = { a: "5.3", mx: "5.4", ptr: "5.5" } as const;

/**
 * Parses the argument of `a`, `mx` or `ptr`: a domain, and for `a` and `mx` also prefix lengths (RFC 7208 5.6
 * dual-cidr-length).
 */
function parseHost(name: "a" | "mx" | "ptr", rest: string): Argument | Wrong {
  const section = SECTIONS[name];
  const lengths = name === "ptr" ? null : /(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(rest);
  const tail = lengths?.[0] ?? "";
  const head = rest.slice(0, rest.length - tail.length);
  if (head !== "" && !head.startsWith(":"))
    return { message: `${name} must be followed by a colon and a domain, or by a /length`, section };
  const bits4 = readLength(lengths?.[1], 32);
  const bits6 = readLength(lengths?.[2], 128);
  if (bits4 === null || bits6 === null)
    return { message: "a prefix length is out of range or begins with 0", section: "5.6" };
  if (head === "") return { bits4, bits6 };
  if (lengths !== null && /\/\d*$/.test(head))
    return { message: "prefix lengths are written /ipv4, //ipv6 or /ipv4//ipv6", section: "5.6" };
  const domain = parseDomainSpec(head.slice(1));
  return "message" in domain ? { ...domain, section } : { domain, bits4, bits6 };
}

/** Returns a prefix length, or null if it is out of range or has leading zeros. */
function readLength(text: string | undefined, most: number): number | null {
  if (text === undefined) return most;
  return /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most ? Number(text) : null;
}

function parseNetwork(name: "ip4" | "ip6", rest: string): Argument | Wrong {
  const section = "5.6";
  const [, address = "", length] = /^:([^/]*)(?:\/(.*))?$/.exec(rest) ?? [];
  const ip = parseIp(address);
  const size = name === "ip4" ? 4 : 16;
  if (ip === null || ip.length !== size)
    return {
      message:
        ip !== null
          ? `this address is for ${name === "ip4" ? "ip6" : "ip4"}`
          : /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)
            ? "an address cannot have a port here"
            : `${name} needs a complete address`,
      section,
    };
  const bits = readLength(length, size * 8);
  if (bits === null)
    return { message: `the prefix length must be 0 to ${size * 8} without leading zeros`, section };
  return name === "ip4" ? { ip, bits4: bits } : { ip, bits6: bits };
}

/**
 * Parses a domain-spec (RFC 7208 7.1), which must end in a macro, or in a dot and a top-level label that is not
 * all digits.
 */
function parseDomainSpec(text: string): DomainSpec | { message: string; section: string } {
  const macros = parseMacroString(text);
  if (!macros.ok) return { message: macros.message, section: "7.1" };
  if (text === "") return { message: "the domain is empty", section: "7.1" };
  if (macros.endsInMacro) return { text, pieces: macros.pieces };
  const end = text.slice(-10);
  if (/:\d{1,5}$/.test(end)) return { message: "a domain cannot have a port here", section: "7.1" };
  if (/\/\d{1,3}$/.test(end))
    return { message: "a prefix length (/) is only allowed after a, mx, ip4 and ip6", section: "7.1" };
  const top = /\.([a-z0-9-]+)\.?$/i.exec(text)?.[1];
  if (top !== undefined && /^\d+$/.test(top))
    return { message: "an address is not a domain: use ip4: or ip6: for it", section: "7.1" };
  if (top === undefined || !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(top))
    return { message: "this is not a complete domain: it does not end in a top-level label", section: "7.1" };
  return { text, pieces: macros.pieces };
}
