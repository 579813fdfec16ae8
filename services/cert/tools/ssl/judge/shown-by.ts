import type { Hello } from "@dnstools/core/protocol/tls/hello";
import type { Code } from "./codes.ts";
import type { Exchanges } from "./exchanges.ts";
import type { ServerJudged } from "./server.ts";

/** Exchanges that are evidence of a finding, in addition to or instead of the first connection to the server. */
type Shows = Hello | "addresses" | "named" | "issuers" | "list" | "tlsa" | "tlsa_alone";

/** Finding codes for which the first connection is no evidence, or not the only evidence. */
const SHOWN_BY: Readonly<Partial<Record<Code, Shows>>> = {
  "ssl.old_protocol_offered": "old",
  "ssl.weak_cipher_offered": "weak",
  "ssl.second_certificate": "rsa",
  "ssl.client_certificate": "all",
  "ssl.must_staple_missing": "all",
  "ssl.staple_broken": "all",
  "ssl.no_timestamps": "all",
  "ssl.chain_incomplete": "issuers",
  "ssl.issuer_not_found": "issuers",
  "ssl.revoked": "list",
  "ssl.revocation_unknown": "list",
  "ssl.dane_mismatch": "tlsa",
  "ssl.dane_mismatch_elsewhere": "tlsa",
  "ssl.dane_unusable": "tlsa_alone",
  "ssl.dane_insecure": "tlsa_alone",
  "ssl.no_address": "addresses",
  "ssl.not_public": "addresses",
  "ssl.addresses_unknown": "addresses",
  "ssl.not_a_host": "named",
  "ssl.port_not_allowed": "named",
};

/**
 * Returns the ids of the exchanges that show a finding about a server.
 * @param asked the name whose MX or SRV records named the server; null if the call named the server.
 */
export function shownBy(
  code: Code,
  { data, revocation }: ServerJudged,
  asked: string | null,
  exchanges: Exchanges,
): readonly string[] {
  const shows = SHOWN_BY[code];
  const first = () => exchanges.tls(data);
  const tlsa = () => (data.dane.name === null ? [] : exchanges.dns(data.dane.name, "TLSA"));
  switch (shows) {
    case undefined:
      return first();
    case "addresses":
      return exchanges.dns(data.host, "A", "AAAA");
    case "named":
      return asked === null ? [] : exchanges.dns(asked, "MX", "SRV");
    case "issuers":
      return [...first(), ...(data.withAia?.fetched.flatMap(({ url }) => exchanges.http(url)) ?? [])];
    case "list":
      // A revocation list that was cached by an earlier call was not fetched again.
      return data.more?.stapling?.status === "revoked"
        ? exchanges.tls(data, "all")
        : [...first(), ...(revocation?.url ? exchanges.http(revocation.url) : [])];
    case "tlsa":
      return [...tlsa(), ...first()];
    case "tlsa_alone":
      return tlsa();
    default:
      return exchanges.tls(data, shows);
  }
}
