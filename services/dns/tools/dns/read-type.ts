import { RECORD_TYPES, SHOWN_TYPES } from "@dnstools/core/protocol/dns/record";
import { typeName } from "@dnstools/core/protocol/dns/types";
import type { Hint } from "@dnstools/core/tool/params";

/**
 * Types that are queried only if the call names them; a call without `type` returns all other types
 * (net/lookup/domain.ts).
 */
const BY_NAME_ALONE: readonly string[] = ["SRV", "PTR", "NAPTR", "TLSA"];
const TAKEN: readonly string[] = RECORD_TYPES;
const SHOWN: readonly string[] = SHOWN_TYPES;
/** Maximum number of types to read from the parameter. */
const LIST_MAX = 40;

/**
 * Returns a hint for a `type` that is not in RECORD_TYPES; null if no hint applies.
 * @param sent the parameter's value in lower case.
 */
export function typeHint(sent: string): Hint | null {
  if (sent === "any" || sent === "all" || sent === "*")
    return { message: "For all main records leave type out.", value: null };
  const types = sent.split(/[\s,;+|]+/, LIST_MAX).map(nameOf);
  const [first = ""] = types;
  if (!types.every((type) => SHOWN.includes(type))) return null;
  if (types.length === 1)
    return TAKEN.includes(first)
      ? { message: `${sent.toUpperCase()} is ${first}: send ${first}.`, value: first }
      : { message: `${first} is in the answer without type: leave type out.`, value: null };
  const asked = types.find((type) => BY_NAME_ALONE.includes(type));
  return asked === undefined
    ? { message: "Send one type per call, or leave type out to get all of these types.", value: null }
    : { message: `Send one type per call, such as ${asked}.`, value: asked };
}

/** Returns the name of a type that is given by name or by number (RFC 3597 5: TYPE15). */
function nameOf(text: string): string {
  const number = /^(?:type)?(\d{1,5})$/.exec(text)?.[1];
  return number === undefined ? text.toUpperCase() : typeName(Number(number));
}
