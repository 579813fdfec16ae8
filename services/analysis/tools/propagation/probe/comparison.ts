import type { DomainName } from "@dnstools/core/protocol/names";
import type { Look } from "@dnstools/net";
import { type Truth, truthOf } from "../judge/truth.ts";
import type { ComparedType } from "../observations.ts";
import { createOrigins, type Origins } from "./origins.ts";
import type { Tried, TruthSought } from "./truth.ts";

/** What all answers of one call are compared with: what the zone's own servers say. */
export class Comparison {
  readonly origins: Origins;
  readonly truths: Promise<Readonly<Record<ComparedType, Truth>>>;
  private readonly sought: Promise<TruthSought>;
  private readonly domain: DomainName;
  /** Null as long as the servers need not be asked again. */
  private again: Promise<Tried> | null = null;
  private widened: Promise<Truth> | null = null;

  constructor(look: Look, domain: DomainName, sought: Promise<TruthSought>) {
    this.origins = createOrigins(look);
    this.domain = domain;
    this.sought = sought;
    this.truths = sought.then(({ observed, ends }) => ({
      A: truthOf(observed, domain, "A", { ends }),
      MX: truthOf(observed, domain, "MX", { ends }),
      TXT: truthOf(observed, domain, "TXT", { ends }),
    }));
  }

  /** The addresses that the servers give when they are asked again, too, which is done once. */
  wider(): Promise<Truth> {
    const again = this.again ?? this.sought.then((first) => first.again());
    this.again = again;
    this.widened ??= Promise.all([this.sought, again]).then(([{ observed, ends }, more]) =>
      truthOf(observed, this.domain, "A", { tries: more.tries, ends: [...ends, ...more.ends] }),
    );
    return this.widened;
  }

  /** What asking again gave; nothing where it was not needed. */
  async tried(): Promise<Tried> {
    const [{ ends }, more] = await Promise.all([this.sought, this.again]);
    return { tries: more?.tries ?? [], ends: [...ends, ...(more?.ends ?? [])] };
  }
}
