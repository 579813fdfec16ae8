import type { RegistryOutcome } from "@dnstools/core/net-event";
import { isRdapError } from "@dnstools/core/protocol/rdap/error";
import type { RdapAnswer } from "@dnstools/core/protocol/registration";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { HttpReply } from "../http.ts";
import type { NetSession } from "../session.ts";
import { parseObject } from "./json.ts";

const BYTES_MAX = 524_288;
const REDIRECTS_MAX = 5;

/**
 * Fetches an RDAP object. Follows a limited number of redirects, without loops and never from https to http. Every
 * host must pass the guard and has its own rate limit. A 404 response counts as an answer; the caller must check by
 * the answer's URL whether that server is authoritative.
 */
export async function rdapGet(
  session: NetSession,
  start: URL,
  until: AbortSignal,
): Promise<Outcome<RdapAnswer>> {
  const visited = new Set<string>();
  let url = start;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
    if (visited.has(url.href)) return unknown("malformed");
    visited.add(url.href);
    const turn = await session.turn(url.hostname, until);
    if (turn !== "go") return unknown(turn);
    const at = url;
    let answer: Outcome<RdapAnswer> = unknown("malformed");
    const outcome = await session.get(at, {
      headers: { accept: "application/rdap+json" },
      bytesMax: BYTES_MAX,
      until,
      rdap(reply) {
        answer = answerOf(at, reply);
        return registryWord(reply, answer);
      },
    });
    if (outcome.kind !== "present") return outcome;
    const { status, headers } = outcome.value;
    const location = headers.get("location");
    if (status === 429 || (status === 503 && headers.has("retry-after")))
      session.backOff(url.hostname, secondsOf(headers.get("retry-after")));
    if (!REDIRECTS.includes(status) || location === undefined) return answer;
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
    if (next === null || !(next.protocol === "https:" || next.protocol === url.protocol))
      return unknown("malformed");
    url = next;
  }
  return unknown("malformed");
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Returns the metrics label for a registry's reply. */
function registryWord({ status, headers }: HttpReply, answer: Outcome<RdapAnswer>): RegistryOutcome {
  if (answer.kind === "present" || (REDIRECTS.includes(status) && headers.has("location"))) return "ok";
  if (status === 429 || (status === 503 && headers.has("retry-after"))) return "rate_limited";
  if (status >= 500) return "failed";
  return status >= 400 ? "refused" : "unparsable";
}

function answerOf(url: URL, { status, headers, body }: HttpReply): Outcome<RdapAnswer> {
  if (status !== 200 && status !== 404) return unknown(reasonOf(status));
  const object = parseObject(body);
  // A body that is not RDAP comes from a proxy, or from a server that replaced the registry's, and not from the
  // registry.
  if (object === null && body.length > 0) return unknown("malformed");
  if (status === 404 && !isRdapError(object, headers.get("content-type"))) return unknown("not_rdap");
  if (status === 404)
    return present({ url: url.href, object: null, error: object === null ? null : errorText(object) });
  return object === null ? unknown("malformed") : present({ url: url.href, object, error: null });
}

function reasonOf(status: number): Reason {
  if (status === 429) return "rate_limited";
  if (status === 401 || status === 403) return "blocked";
  if (status >= 500) return "server_error";
  return status >= 400 ? "refused" : "malformed";
}

/** Returns the title and description of an RDAP error (RFC 9083 6), one per line. */
function errorText(object: Readonly<Record<string, unknown>>): string {
  const { title, description } = object;
  const texts = [title, ...(Array.isArray(description) ? description : [])];
  return texts
    .filter((text) => typeof text === "string")
    .join("\n")
    .slice(0, 500);
}

/** Returns the value of a Retry-After header in seconds (RFC 9110 10.2.3); null if the header is missing or invalid. */
function secondsOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.ceil((at - Date.now()) / 1000);
}
