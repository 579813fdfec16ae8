import type { DomainName } from "@dnstools/core/protocol/names";
import type { NetSession } from "@dnstools/net";
import { type AuthoritativeAnswer, authoritativeAnswer } from "../judge/authoritative.ts";
import type { ComparedType } from "../observations.ts";
import type { AuthoritativeLookup, RepeatedAnswers } from "./authoritative.ts";
import { createOrigins, type Origins } from "./origins.ts";

/** The authoritative answers with which the answers of all resolvers in a call are compared. */
export class Comparison {
  readonly origins: Origins;
  readonly authoritativeAnswers: Promise<Readonly<Record<ComparedType, AuthoritativeAnswer>>>;
  private readonly lookup: Promise<AuthoritativeLookup>;
  private readonly domain: DomainName;
  /** Answers to repeated queries; null until the zone's servers are queried again. */
  private again: Promise<RepeatedAnswers> | null = null;
  private widened: Promise<AuthoritativeAnswer> | null = null;

  constructor(session: NetSession, domain: DomainName, lookup: Promise<AuthoritativeLookup>) {
    this.origins = createOrigins(session);
    this.domain = domain;
    this.lookup = lookup;
    this.authoritativeAnswers = lookup.then(({ observed, ends }) => ({
      A: authoritativeAnswer(observed, domain, "A", { ends }),
      MX: authoritativeAnswer(observed, domain, "MX", { ends }),
      TXT: authoritativeAnswer(observed, domain, "TXT", { ends }),
    }));
  }

  /** Returns the answer for A, including the addresses from repeated queries, which are sent once per call. */
  wider(): Promise<AuthoritativeAnswer> {
    const again = this.again ?? this.lookup.then((first) => first.again());
    this.again = again;
    this.widened ??= Promise.all([this.lookup, again]).then(([{ observed, ends }, more]) =>
      authoritativeAnswer(observed, this.domain, "A", { tries: more.tries, ends: [...ends, ...more.ends] }),
    );
    return this.widened;
  }

  /** Returns the answers to repeated queries; `tries` is empty if no query was repeated. */
  async tried(): Promise<RepeatedAnswers> {
    const [{ ends }, more] = await Promise.all([this.lookup, this.again]);
    return { tries: more?.tries ?? [], ends: [...ends, ...(more?.ends ?? [])] };
  }
}
