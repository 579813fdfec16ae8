/** Reasons for refusing a key. They are used as metrics labels and, with the prefix `key_`, as error codes. */
const REFUSALS = ["malformed", "unknown", "expired", "revoked"] as const;
type Refusal = (typeof REFUSALS)[number];

/** The result of checking a key. */
export type KeyVerdict =
  | { readonly status: "valid"; readonly id: string }
  | { readonly status: "refused"; readonly code: `key_${Refusal}`; readonly result: Refusal }
  /** The key cannot be checked now, because the database is unreachable. */
  | { readonly status: "unavailable" };

export const MALFORMED = refused("malformed");
export const UNKNOWN = refused("unknown");
export const EXPIRED = refused("expired");
export const REVOKED = refused("revoked");
export const UNAVAILABLE: KeyVerdict = Object.freeze({ status: "unavailable" });

/** Results of key checks, as metrics labels; `anonymous` stands for a request without a key. */
export const AUTH_RESULTS = ["anonymous", "ok", ...REFUSALS, "unavailable"] as const;
export type AuthResult = (typeof AUTH_RESULTS)[number];

/** Returns the metrics label of a verdict. */
export function resultOf(verdict: KeyVerdict): AuthResult {
  if (verdict.status === "valid") return "ok";
  return verdict.status === "unavailable" ? "unavailable" : verdict.result;
}

function refused(result: Refusal): KeyVerdict {
  return Object.freeze({ status: "refused", code: `key_${result}` as const, result });
}
