import type { Hello } from "@dnstools/core/protocol/tls/hello";
import { type Evidence, questionOf } from "@dnstools/core/tool/evidence";
import type { ServerData } from "../data.ts";

type Place = Pick<ServerData, "host" | "address" | "port">;

/** OpenSSL option by which the question of an exchange shows which offer was made; see `tlsEvidence` of net. */
const OFFERS: Readonly<Record<Hello, string>> = {
  all: " -status ",
  rsa: " -cipher aRSA",
  old: " -no_tls1_2 ",
  weak: " -cipher kRSA",
};

/** Finds the exchanges of a call by their questions. All methods return ids of exchanges. */
export class Exchanges {
  private readonly evidence: readonly Evidence[];

  constructor(evidence: readonly Evidence[]) {
    this.evidence = evidence;
  }

  /**
   * Returns the id of the first connection to a server. If an offer is given, returns the id of the further connection
   * with this offer or, if there is none, of the first connection.
   */
  tls({ host, address, port }: Place, offer: Hello | null = null): readonly string[] {
    const own = this.evidence.filter(
      (one) =>
        one.server === host && one.address === `${address}#${port}` && one.question.startsWith("openssl "),
    );
    const [first] = own;
    const further = offer === null ? undefined : own.find(({ question }) => question.includes(OFFERS[offer]));
    return (further ?? first) === undefined ? [] : [(further ?? first)?.id ?? ""];
  }

  /** Returns the ids of the queries for records of a name. */
  dns(name: string, ...types: readonly string[]): readonly string[] {
    return this.idsOf((one) => {
      const asked = questionOf(one);
      return types.includes(asked.type) && asked.name === name;
    });
  }

  /** Returns the ids of the requests for a URL. */
  http(url: string): readonly string[] {
    return this.idsOf(({ question }) => question === `GET ${url}` || question === `HEAD ${url}`);
  }

  private idsOf(fits: (one: Evidence) => boolean): readonly string[] {
    return this.evidence.filter(fits).map(({ id }) => id);
  }
}
