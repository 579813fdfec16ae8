import type { Outcome } from "../tool/outcome.ts";
import type { Json } from "./rdap/json.ts";
import type { WhoisText } from "./whois/text.ts";

/** An RDAP server's response (RFC 9082, RFC 9083). */
export type RdapAnswer = {
  /** URL from which the response came, after any redirects. */
  readonly url: string;
  /** The RDAP object; null for status 404, which means that the object does not exist (RFC 7480 5.3). */
  readonly object: Json | null;
  /** The server's explanation of a "not found" response, such as that the name is reserved. */
  readonly error: string | null;
};

/** An RDAP query to a domain's registry and its outcome. */
export type RdapObservation = {
  readonly base: string;
  /** True if the server is the one in IANA's bootstrap list. Only then is "not found" authoritative. */
  readonly bootstrapped: boolean;
  readonly outcome: Outcome<RdapAnswer>;
};

/** A WHOIS query (port 43) and its outcome. */
export type TextObservation = {
  readonly server: string;
  readonly role: "registry" | "registrar";
  readonly outcome: Outcome<WhoisText>;
};

/** All RDAP and WHOIS responses about a domain's registration. */
export type RegistrationFound = {
  /** Base URL of the domain's RDAP server in IANA's bootstrap list; absent if the list has no server for it. */
  readonly bootstrap: Outcome<string>;
  readonly rdap: RdapObservation | null;
  /** WHOIS queries in query order; empty if RDAP was sufficient or the domain has no WHOIS server. */
  readonly texts: readonly TextObservation[];
  /**
   * Servers that must not be queried now because of their rate limits, and the number of seconds until they may be
   * queried again.
   */
  readonly rests: readonly { readonly server: string; readonly seconds: number }[];
  readonly elapsedMs: number;
};
