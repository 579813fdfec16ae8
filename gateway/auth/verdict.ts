/** Why a key is refused, without `key_` before it: as metrics have it. */
const REFUSALS = ["malformed", "unknown", "expired", "revoked"] as const;
type Refusal = (typeof REFUSALS)[number];

/** What a key is worth. */
export type KeyVerdict =
  | { readonly status: "valid"; readonly id: string }
  | { readonly status: "refused"; readonly code: `key_${Refusal}`; readonly result: Refusal }
  /** It cannot be found out now. */
  | { readonly status: "unavailable" };

export const MALFORMED = refused("malformed");
export const UNKNOWN = refused("unknown");
export const EXPIRED = refused("expired");
export const REVOKED = refused("revoked");
export const UNAVAILABLE: KeyVerdict = Object.freeze({ status: "unavailable" });

/** Results of checks, as metrics have them; `anonymous`: without a key. */
export const AUTH_RESULTS = ["anonymous", "ok", ...REFUSALS, "unavailable"] as const;
export type AuthResult = (typeof AUTH_RESULTS)[number];

/** A verdict as metrics have it. */
export function resultOf(verdict: KeyVerdict): AuthResult {
  if (verdict.status === "valid") return "ok";
  return verdict.status === "unavailable" ? "unavailable" : verdict.result;
}

function refused(result: Refusal): KeyVerdict {
  return Object.freeze({ status: "refused", code: `key_${result}` as const, result });
}
