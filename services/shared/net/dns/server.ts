import type { UpstreamClass } from "@dnstools/core/net-event";
import type { Endpoint } from "./transport.ts";

/** A server to ask: one of our resolvers, or one of a zone's own servers. */
export type DnsServer = Endpoint & {
  /** Its name in evidence; `resolver` for ours. */
  readonly name: string;
  readonly upstream: UpstreamClass;
};

/** What is wanted beside the answer. */
export type AskOptions = {
  /** DO: signatures too. */
  readonly dnssec?: boolean;
  /** CD: the resolver must not check signatures. */
  readonly unchecked?: boolean;
  /** Over TCP from the start. */
  readonly tcp?: boolean;
  /** Called when the server has taken our TCP connection; not where the same question is under way for another caller. */
  readonly onConnected?: () => void;
  /** Bytes of an answer that is read; a larger one is too_large. Default as large as answers can be. */
  readonly bytesMax?: number;
  /** One of hundreds for one caller: at other people's servers it lets the questions of others go first. */
  readonly bulk?: boolean;
  /** The caller: questions to our resolvers for the same caller stand in one line. Default its signal. */
  readonly of?: object;
};
