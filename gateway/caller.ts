import { Fault } from "@dnstools/core/fault";
import { clientGone } from "@dnstools/service/problem";
import type { Keys } from "./policies/key/keys.ts";
import type { KeyVerdict } from "./policies/key/verdict.ts";
import type { Limit } from "./policies/limit/gcra.ts";
import type { Limiter, LimitState } from "./policies/limit/limiter.ts";
import { memoryStore } from "./stores/memory.ts";

/** Who asks, as far as it matters here. */
export type Caller = {
  /** Whom the limit counts. */
  readonly client: string;
  /** The id of a valid key: no limit then. */
  readonly keyId: string | null;
  /** Whose turn it is where calls wait: the key or the client. */
  readonly name: string;
  /** Why nothing of this caller is served; null where it may go on. */
  readonly refusal: Fault | null;
  /** The limit's state before the call, for headers. */
  readonly state: LimitState;
};

export type CallerOptions = {
  readonly clientOf: (request: Request) => string | null;
  readonly keys: Keys;
  readonly limiter: Limiter;
};

/** Keys that are none, a minute and client: enough for typos, and nothing for who guesses. */
const BAD_KEYS: Limit = { units: 10, windowMs: 60_000 };

/**
 * Finds out who asks. At once, but where a key or the limit's state must be looked up.
 * @param charged whether the call will be charged, which tells the state anew: it is not asked for twice.
 */
export function createCallers({ clientOf, keys, limiter }: CallerOptions) {
  const badKeys = memoryStore(BAD_KEYS);

  function badKey(client: string, code: RefusedCode): Fault {
    const { granted, retryAfterMs } = badKeys.take(client, 1);
    if (granted) return new Fault(code, { detail: KEY_DETAILS[code] });
    const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
    return new Fault("too_many_bad_keys", {
      detail: `${BAD_KEYS.units} keys a minute that are none are enough: try again in ${retryAfterS} s. A valid key works at once.`,
      retryAfterS,
    });
  }

  function anonymous(client: string, refusal: Fault | null, charged: boolean): Caller | Promise<Caller> {
    const of = (state: LimitState): Caller => ({ client, keyId: null, name: client, refusal, state });
    const state = charged && refusal === null ? limiter.known(client) : limiter.state(client);
    return state instanceof Promise ? state.then(of) : of(state);
  }

  function keyed(client: string, verdict: KeyVerdict): Caller | Promise<Caller> {
    if (verdict.status === "refused") return anonymous(client, badKey(client, verdict.code), false);
    if (verdict.status === "unavailable") return anonymous(client, keysUnavailable(), false);
    const { limit } = limiter.known(client);
    const state = { limit, remaining: limit, resetS: 0 };
    return { client, keyId: verdict.id, name: `key ${verdict.id}`, refusal: null, state };
  }

  return (request: Request, charged: boolean): Caller | Promise<Caller> => {
    const client = clientOf(request);
    // Whoever has reset the connection has no address any more; served all the same, it would be served unlimited.
    if (client === null) return anonymous("gone", clientGone(), false);
    const key = request.method === "OPTIONS" ? null : request.headers.get("x-api-key");
    if (key === null) {
      if (request.method !== "OPTIONS") keys.anonymous();
      return anonymous(client, null, charged);
    }
    const verdict = keys.check(key);
    return verdict instanceof Promise
      ? verdict.then((found) => keyed(client, found))
      : keyed(client, verdict);
  };
}

type RefusedCode = Extract<KeyVerdict, { status: "refused" }>["code"];

const ANONYMOUS = "Leave X-API-Key out to be served at the anonymous limit.";
const KEY_DETAILS = {
  key_malformed: `X-API-Key holds no key of this API: keys begin with dnst_ and have 64 characters, of which one seems wrong or missing. ${ANONYMOUS}`,
  key_unknown: `This API has no such key. ${ANONYMOUS}`,
  key_expired: `This key has expired. Ask the operator for a new one. ${ANONYMOUS}`,
  key_revoked: `This key was revoked. Ask the operator for a new one. ${ANONYMOUS}`,
} as const satisfies Record<RefusedCode, string>;

function keysUnavailable(): Fault {
  return new Fault("keys_unavailable", {
    detail: `Keys cannot be looked up now, and this one was not seen here lately. Try again in a few seconds. ${ANONYMOUS}`,
    retryAfterS: 5,
    workDone: false,
  });
}
