import type { Outcome } from "../tool/outcome.ts";
import type { Json } from "./rdap/json.ts";
import type { WhoisText } from "./whois/text.ts";

/** What an RDAP server said (RFC 9082, RFC 9083). */
export type RdapAnswer = {
  /** Where it was said in the end. */
  readonly url: string;
  /** Null for 404: there is no such object (RFC 7480 5.3). */
  readonly object: Json | null;
  /** What the server said beside "not found", such as that the name is reserved; bounded. */
  readonly error: string | null;
};

/** What the registry of a domain was asked over RDAP. */
export type RdapObservation = {
  readonly base: string;
  /** Whether IANA names it; only then is "not found" the registry's word. */
  readonly bootstrapped: boolean;
  readonly outcome: Outcome<RdapAnswer>;
};

/** What a server at port 43 was asked. */
export type TextObservation = {
  readonly server: string;
  readonly role: "registry" | "registrar";
  readonly outcome: Outcome<WhoisText>;
};

/** What all who were asked about a domain's registration said. */
export type RegistrationFound = {
  /** IANA's list of RDAP servers, and whether it names one. */
  readonly bootstrap: Outcome<string>;
  readonly rdap: RdapObservation | null;
  /** In the order of asking; empty where RDAP was enough, or where nobody answers. */
  readonly texts: readonly TextObservation[];
  /** Servers that want to be left alone, and for how many seconds. */
  readonly rests: readonly { readonly server: string; readonly seconds: number }[];
  readonly elapsedMs: number;
};
