import { isIp } from "../../protocol/ip.ts";
import type { DelegatedServer } from "../../protocol/zone.ts";
import { domain, ip, type Param, type ParamRules } from "../params.ts";
import type { Parsed } from "../parsed.ts";
import { isDenied } from "../target.ts";

/**
 * Maximum number of name servers in a delegation (the tools query no more than this), and maximum number of their
 * addresses in total.
 */
const SERVERS_MAX = 13;
const ADDRESSES_MAX = 26;
/** Maximum number of DS records in a delegation. */
const DS_MAX = 8;

const EXAMPLE_NS = "a.iana-servers.net/199.43.135.53,b.iana-servers.net";
const EXAMPLE_DS = "12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D";

/**
 * Makes a parameter for a planned set of name servers: `name` or `name/address`, separated by commas. A server with two
 * addresses appears twice.
 */
export function nameServers(options: { description: string }): Param<readonly string[]> {
  return {
    description: options.description,
    example: EXAMPLE_NS,
    schema: { type: "array", items: { type: "string" }, minItems: 1, maxItems: ADDRESSES_MAX },
    parse: (raw, rules) => {
      const found = new Set<string>();
      for (const item of raw.split(",")) {
        const read = nameServer(item.trim(), rules);
        if (!read.ok) return read;
        found.add(read.value);
      }
      const names = new Set([...found].map((one) => one.split("/")[0]));
      if (names.size > SERVERS_MAX)
        return { ok: false, message: `Send at most ${SERVERS_MAX} name servers: you sent ${names.size}.` };
      if (found.size > ADDRESSES_MAX)
        return { ok: false, message: `Send at most ${ADDRESSES_MAX} addresses: you sent ${found.size}.` };
      return { ok: true, value: [...found].sort() };
    },
  };
}

const NAME = domain({ description: "", underscores: true });
const ADDRESS = ip({ description: "", example: "199.43.135.53", v4Only: null });

/** Parses one name server and normalises it. */
function nameServer(item: string, rules: ParamRules): Parsed<string> {
  const slash = item.indexOf("/");
  const own = slash === -1 ? item : item.slice(0, slash);
  if (isIp(own))
    return { ok: false, message: `Send the name of the server before its address, such as ${EXAMPLE_NS}.` };
  const name = NAME.parse(own, rules);
  // The refusal contains no value to send instead, because that value would replace the whole list.
  if (!name.ok) return { ok: false, message: name.message };
  if (isDenied(rules.deny, name.value)) return { ok: false, message: denied(name.value) };
  if (slash === -1) return name;
  const address = ADDRESS.parse(item.slice(slash + 1), rules);
  if (!address.ok) return { ok: false, message: `The address of ${name.value}: ${address.message}` };
  if (isDenied(rules.deny, address.value)) return { ok: false, message: denied(address.value) };
  return { ok: true, value: `${name.value}/${address.value}` };
}

function denied(target: string): string {
  return `This API does not answer calls about ${target}, at the request of its owner.`;
}

/** Returns the servers of a delegation. Each server appears once, with all its addresses. */
export function delegatedServers(values: readonly string[]): readonly DelegatedServer[] {
  const pairs = values.map((value) => value.split("/"));
  return [...Map.groupBy(pairs, ([name = ""]) => name)].map(([name, all]) => ({
    name,
    glue: all.flatMap(([, address]) => (address === undefined ? [] : [address])),
  }));
}

/** Length of a digest in bytes, by digest type (IANA DS RR Type Digest Algorithms, as of 2026-11-20). */
const DIGEST_BYTES: Readonly<Record<string, number>> = { 1: 20, 2: 32, 3: 32, 4: 48 };
const DIGEST_BYTES_MAX = 64;

/**
 * Makes a parameter for planned DS records at the parent: `key-tag algorithm digest-type digest` (RFC 4034 5.3),
 * separated by commas.
 */
export function dsRecords(options: { description: string }): Param<readonly string[]> {
  return {
    description: options.description,
    example: EXAMPLE_DS,
    schema: { type: "array", items: { type: "string" }, minItems: 1, maxItems: DS_MAX },
    parse: (raw) => {
      const found = new Set<string>();
      for (const item of raw.split(",")) {
        const read = dsRecord(item);
        if (!read.ok) return read;
        found.add(read.value);
      }
      if (found.size > DS_MAX)
        return { ok: false, message: `Send at most ${DS_MAX} DS records: you sent ${found.size}.` };
      return { ok: true, value: [...found].sort() };
    },
  };
}

/** Parses one DS record and normalises it; a whole line of a zone file is accepted too. */
function dsRecord(item: string): Parsed<string> {
  // The digest must begin with a hexadecimal digit. If the pattern allowed spaces at its beginning, matching would take
  // quadratic time.
  const text = item.trim().replace(/^.*\sDS\s+/i, "");
  const [, keyTag = "", algorithm = "", type = "", rest = ""] =
    /^(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+([0-9a-f][0-9a-f\s]*)$/i.exec(text) ?? [];
  const digest = rest.replace(/\s/g, "").toUpperCase();
  if (digest === "" || Number(keyTag) > 65_535 || Number(algorithm) > 255 || Number(type) > 255)
    return { ok: false, message: `Send key tag, algorithm, digest type and digest, such as ${EXAMPLE_DS}.` };
  const bytes = DIGEST_BYTES[Number(type)];
  if (bytes === undefined ? isOdd(digest) : digest.length !== 2 * bytes) {
    const wanted = bytes === undefined ? `at most ${DIGEST_BYTES_MAX} whole` : bytes;
    return {
      ok: false,
      message: `The digest of type ${Number(type)} must have ${wanted} bytes: this one has ${digest.length / 2}.`,
    };
  }
  return { ok: true, value: `${Number(keyTag)} ${Number(algorithm)} ${Number(type)} ${digest}` };
}

function isOdd(digest: string): boolean {
  return digest.length % 2 === 1 || digest.length > 2 * DIGEST_BYTES_MAX;
}
