import { NAME, type Stack } from "./stack.ts";
import { strangersKey } from "./strangers-key.ts";

/** A caller of the API, with an optional key. */
type Caller = { readonly address: string; readonly key?: string };

/**
 * Calls of each tool, by their query: calls with an answer, calls about names that do not exist, and calls with
 * invalid parameters.
 */
const TOOLS = {
  dns: ["domain=example.com", "domain=nothing-here.com", "domain=..", "domain=signed.com&type=A"],
  reverse: ["ip=8.8.8.8", "ip=5.9.4.53", "ip=x"],
  whois: ["domain=registered.com", "domain=registered.io", "domain=limited.nl", "domain=.."],
  dnsbl: ["ip=5.43.0.1", "ip=8.8.8.8", "ip=x"],
  ssl: ["host=good-ecdsa.certs.com", "domain=mailtls.com&service=smtp25", "host=nothing-here.com", "host=.."],
  mail: ["domain=perfect.com", "domain=nothing-here.com", "domain=.."],
  propagation: [
    "domain=example.com&country=us&limit=2",
    "domain=nothing-here.com",
    "domain=example.com&limit=0",
  ],
  scout: ["domain=words.com&sections=records", "domain=nothing-here.com", "domain=.."],
} as const;

/** Number of client addresses that calls alternate between, so that no client reaches its limit. */
const CALLERS = 200;
/** Number of calls per round of a client that exceeds its limit. */
const GREEDY = 20;

/** Generates load: calls all tools in rounds until `stop` is called. */
export class Drive {
  #stopped = false;
  #rounds = 0;
  #calls = 0;
  readonly #done: Promise<void>;
  readonly #stack: Stack;
  readonly #key: string;

  constructor(stack: Stack, key: string) {
    this.#stack = stack;
    this.#key = key;
    this.#done = this.#go();
  }

  /** Number of finished rounds. */
  get rounds(): number {
    return this.#rounds;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  /** Makes calls while services and stores are down; these calls fail. */
  async meetFailures(): Promise<void> {
    const asked = [
      ...Array.from({ length: 8 }, (_, n) => this.call(`/api/v1/ssl?host=www${n}.example.com`)),
      this.call("/api/v1/dns?domain=example.com&type=A"),
      this.call("/api/v1/reverse?ip=5.9.4.53"),
      // An unknown key, which the gateway must look up in the database.
      this.call("/api/v1/limits", { address: "5.1.2.4", key: strangersKey(this.#key, 2) }),
    ];
    await Promise.all(asked);
    // The circuit breaker for the cert service is open now, so this call is refused.
    await this.call("/api/v1/ssl?host=www.example.com");
  }

  async call(path: string, caller?: Caller): Promise<number> {
    this.#calls += 1;
    const { address, key } = caller ?? { address: `5.1.0.${this.#calls % CALLERS}` };
    const headers = {
      host: NAME,
      "x-forwarded-for": address,
      ...(key === undefined ? {} : { "x-api-key": key }),
    };
    const response = await fetch(`${this.#stack.url}${path}`, {
      headers,
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async #go(): Promise<void> {
    while (!this.#stopped) {
      await this.#round();
      this.#rounds += 1;
    }
  }

  async #round(): Promise<void> {
    const paths = Object.entries(TOOLS).flatMap(([tool, queries]) =>
      queries.map((query) => `/api/v1/${tool}?${query}`),
    );
    const limits = "/api/v1/limits";
    const address = "5.1.2.1";
    const asked = [
      ...paths.map((path) => this.call(path)),
      ...Array.from({ length: GREEDY }, () =>
        this.call("/api/v1/scout?domain=nothing-here.com", { address }),
      ),
      this.call("/api/v1/dns?domain=example.com&type=A", { address: "5.1.2.2", key: this.#key }),
      this.call(limits, { address: "5.1.2.3", key: "nonsense" }),
      this.call(limits, { address: "5.1.2.3", key: strangersKey(this.#key, 1) }),
      this.call("/nowhere"),
      this.call(`/${"a".repeat(9000)}`),
    ];
    await Promise.all(asked);
  }
}
