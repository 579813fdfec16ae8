import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { TlsObservation, TlsTarget } from "@dnstools/core/tls";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { DnsServer } from "./dns/server.ts";
import type { HttpReply, HttpRequest } from "./http.ts";
import type { TopLevels } from "./lookup/top-levels.ts";
import type { WhoisRequest } from "./registry/port43.ts";
import type { Registry } from "./registry/registries.ts";
import type { RegistryRateLimiter } from "./registry/registry-rate-limiter.ts";
import type { FailoverAnswer } from "./resolver/failover.ts";
import type { DnsQueryOptions, ResolveOptions } from "./session/dns-queries.ts";
import type { TransferObservation, TransferOptions } from "./session/zone-transfer.ts";

/** The network as one call of a tool has it: its questions, and the evidence of each. */
export type NetSession = {
  /** Every exchange that has ended, in order of asking. */
  readonly evidence: readonly Evidence[];
  /** Asks our resolvers in turn, the next when one fails or takes long, until one gives a usable reply. */
  readonly resolve: (question: Question, options?: ResolveOptions) => Promise<FailoverAnswer>;
  /** Asks one server. */
  readonly ask: (
    server: DnsServer,
    question: Question,
    options?: DnsQueryOptions,
  ) => Promise<Outcome<DnsReply>>;
  /** Asks a server for a whole zone (AXFR). */
  readonly transfer: (
    server: DnsServer,
    apex: string,
    options: TransferOptions,
  ) => Promise<TransferObservation>;
  /** How many questions a server that is none of ours takes at once now; below zero, so many wait for their turn. */
  readonly room: (server: DnsServer) => number;
  /** How many questions were asked so far, and may be. */
  readonly questions: () => { readonly asked: number; readonly most: number };
  /**
   * Whether our resolvers live: true when one that is believed answered in this session or answers `. NS` now, false when none does,
   * null when the time was too short to know, or none could be asked.
   */
  readonly resolverAlive: () => Promise<boolean | null>;
  /** GETs a URL from one of its host's addresses, the next when one cannot be reached. */
  readonly get: (url: URL, options: GetOptions) => Promise<Outcome<HttpReply>>;
  /** Observes the TLS of one server. @param until when nobody waits for it any longer, where that is before the session's end. */
  readonly tls: (target: TlsTarget, until?: AbortSignal) => Promise<TlsObservation>;
  /** Asks a whois server one line, at one of its addresses. @param judge what its answer comes to. */
  readonly whois: (
    server: WhoisServer,
    line: string,
    until: AbortSignal,
    judge: WhoisRequest["judge"],
  ) => Promise<Outcome<Uint8Array>>;
  /** Waits for a host's turn (see RegistryRateLimiter); why it may not be asked, or `go`. */
  readonly turn: (host: string, until: AbortSignal | null) => Promise<"go" | Reason>;
  /** A host said that we ask too often. */
  readonly backOff: RegistryRateLimiter["backOff"];
  /** Seconds until it wants to be asked again. */
  readonly restS: RegistryRateLimiter["restS"];
  /** The RDAP server that IANA names, with the evidence of finding it out. */
  readonly rdapBase: (registry: Registry, key: string) => Promise<Outcome<string>>;
  readonly topLevels: TopLevels;
  /** DS data of the root's keys. */
  readonly trustAnchors: readonly Uint8Array[];
  /** How long servers of others are waited for. */
  readonly waits: Waits;
};

type GetOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: NonNullable<HttpRequest["method"]>;
  readonly bytesMax: number;
  /** The one address to connect to, where it is known already. */
  readonly at?: string;
  /** See `HttpRequest`. */
  readonly connectMs?: number;
  /** When nobody waits for it any longer, where that is before the session's end. */
  readonly until: AbortSignal | null;
  /** Where a registry is asked: what its reply comes to. */
  readonly rdap?: NonNullable<HttpRequest["rdap"]>;
};

export type WhoisServer = { readonly host: string; readonly port: number };
