/** What a key is worth. */
export type KeyVerdict =
  | { readonly status: "valid"; readonly id: string }
  | {
      readonly status: "refused";
      readonly code: "key_malformed" | "key_unknown" | "key_expired" | "key_revoked";
    }
  /** It cannot be found out now. */
  | { readonly status: "unavailable" };

export const MALFORMED = refused("key_malformed");
export const UNKNOWN = refused("key_unknown");
export const EXPIRED = refused("key_expired");
export const REVOKED = refused("key_revoked");
export const UNAVAILABLE: KeyVerdict = Object.freeze({ status: "unavailable" });

/** Results of checks, as metrics have them; `anonymous`: without a key. */
export const AUTH_RESULTS = [
  "anonymous",
  "ok",
  "malformed",
  "unknown",
  "expired",
  "revoked",
  "unavailable",
] as const;
export type AuthResult = (typeof AUTH_RESULTS)[number];

const RESULTS = {
  key_malformed: "malformed",
  key_unknown: "unknown",
  key_expired: "expired",
  key_revoked: "revoked",
} as const satisfies Record<string, AuthResult>;

/** A verdict as metrics have it. */
export function resultOf(verdict: KeyVerdict): AuthResult {
  if (verdict.status === "valid") return "ok";
  return verdict.status === "unavailable" ? "unavailable" : RESULTS[verdict.code];
}

function refused(code: "key_malformed" | "key_unknown" | "key_expired" | "key_revoked"): KeyVerdict {
  return Object.freeze({ status: "refused", code });
}
