import { isIp } from "../../protocol/ip.ts";
import type { DelegatedServer } from "../../protocol/zone.ts";
import { domain, ip, type Param, type ParamRules } from "../params.ts";
import type { Parsed } from "../parsed.ts";
import { isDenied } from "../target.ts";

/** Name servers of a delegation, as many as the tools look at, and addresses given with all of them. */
const SERVERS_MAX = 13;
const ADDRESSES_MAX = 26;
/** DS records of a delegation. */
const DS_MAX = 8;

const EXAMPLE_NS = "a.iana-servers.net/199.43.135.53,b.iana-servers.net";
const EXAMPLE_DS = "12345 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D";

/** Name servers that a zone is to have, as `name` or `name/address` with commas between: a server of two addresses stands twice. */
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
        return { ok: false, message: `Send at most ${SERVERS_MAX} name servers: these are ${names.size}.` };
      if (found.size > ADDRESSES_MAX)
        return { ok: false, message: `Send at most ${ADDRESSES_MAX} addresses: these are ${found.size}.` };
      return { ok: true, value: [...found].sort() };
    },
  };
}

const NAME = domain({ description: "", underscores: true });
const ADDRESS = ip({ description: "", example: "199.43.135.53", v4Only: null });

/** One of them, normalised. */
function nameServer(item: string, rules: ParamRules): Parsed<string> {
  const slash = item.indexOf("/");
  const own = slash === -1 ? item : item.slice(0, slash);
  if (isIp(own))
    return { ok: false, message: `Send the name of the server before its address, such as ${EXAMPLE_NS}.` };
  const name = NAME.parse(own, rules);
  // Without what to send instead: it would stand for the whole list.
  if (!name.ok) return { ok: false, message: name.message };
  if (isDenied(rules.deny, name.value)) return { ok: false, message: denied(name.value) };
  if (slash === -1) return name;
  const address = ADDRESS.parse(item.slice(slash + 1), rules);
  if (!address.ok) return { ok: false, message: `The address of ${name.value}: ${address.message}` };
  if (isDenied(rules.deny, address.value)) return { ok: false, message: denied(address.value) };
  return { ok: true, value: `${name.value}/${address.value}` };
}

function denied(target: string): string {
  return `Nobody may ask this API about ${target}: its owner objects.`;
}

/** The same as the servers of a delegation, each once with its addresses. */
export function delegatedServers(values: readonly string[]): readonly DelegatedServer[] {
  const pairs = values.map((value) => value.split("/"));
  return [...Map.groupBy(pairs, ([name = ""]) => name)].map(([name, all]) => ({
    name,
    glue: all.flatMap(([, address]) => (address === undefined ? [] : [address])),
  }));
}

/** Bytes of a digest by digest type (IANA DS RR Type Digest Algorithms, as of 2026-11-20). */
const DIGEST_BYTES: Readonly<Record<string, number>> = { 1: 20, 2: 32, 3: 32, 4: 48 };
const DIGEST_BYTES_MAX = 64;

/** DS records that a zone's parent is to have: `key-tag algorithm digest-type digest` (RFC 4034 5.3), with commas between. */
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
        return { ok: false, message: `Send at most ${DS_MAX} DS records: these are ${found.size}.` };
      return { ok: true, value: [...found].sort() };
    },
  };
}

/** One of them, normalised; a whole line of a zone file is taken, too. */
function dsRecord(item: string): Parsed<string> {
  // The digest begins with a digit: a pattern that lets it begin with spaces, too, needs the square of their number.
  const text = item.trim().replace(/^.*\sDS\s+/i, "");
  const [, keyTag = "", algorithm = "", type = "", rest = ""] =
    /^(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+([0-9a-f][0-9a-f\s]*)$/i.exec(text) ?? [];
  const digest = rest.replace(/\s/g, "").toUpperCase();
  if (digest === "" || Number(keyTag) > 65_535 || Number(algorithm) > 255 || Number(type) > 255)
    return { ok: false, message: `Send key tag, algorithm, digest type and digest: ${EXAMPLE_DS}.` };
  const bytes = DIGEST_BYTES[Number(type)];
  if (bytes === undefined ? isOdd(digest) : digest.length !== 2 * bytes) {
    const wanted = bytes === undefined ? `at most ${DIGEST_BYTES_MAX}, whole` : bytes;
    return {
      ok: false,
      message: `The digest of type ${Number(type)} has ${wanted} bytes: this one has ${digest.length / 2}.`,
    };
  }
  return { ok: true, value: `${Number(keyTag)} ${Number(algorithm)} ${Number(type)} ${digest}` };
}

function isOdd(digest: string): boolean {
  return digest.length % 2 === 1 || digest.length > 2 * DIGEST_BYTES_MAX;
}
