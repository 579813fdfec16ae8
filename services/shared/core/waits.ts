/**
 * How long this API waits for other servers before it gives up, in milliseconds. What an answer says depends on these: a server
 * that is slower is `unknown`. They are injected wherever they are used, so that a slow machine or a test can wait longer
 * (`scaleWaits`).
 */
export const WAITS = {
  /** One question to one DNS server, sent again on the way: to our recursive resolver, ... */
  recursorMs: 2000,
  /** ... to a name server of a zone, ... */
  nameServerMs: 2000,
  /** ... and to a public resolver far away, which asks others in that time. */
  publicResolverMs: 4000,
  /** One of several servers, before the next is asked too. */
  nextServerMs: 1000,
  /** All our recursive resolvers together, where there are more than two: time is left to ask whether any of them lives. */
  resolversMs: 3000,
  /** The system's own lookup of a resolver's name, at the start. */
  systemLookupMs: 5000,
  /** A question's turn at a server that is asked no faster than NAMESERVER_QPS: single questions, ... */
  turnMs: 2000,
  /** ... and questions that come by hundreds. */
  bulkTurnMs: 10_000,
  /** A question's turn at a registry (REGISTRY_RATE). */
  registryTurnMs: 1500,
  /** A whole zone transfer; scout gives each server less. */
  transferMs: 10_000,
  scoutTransferMs: 5000,
  /** One address of a host, before the next is tried. */
  addressMs: 3000,
  /** A TCP connection: the kernel sends again after one and three seconds. */
  connectMs: 3500,
  /** The second refusal of a connection; twice as long as the first one took is added. */
  secondRefusalMs: 1500,
  /** A TLS handshake, and a whole connection from dialling to the end of the handshake. */
  handshakeMs: 4000,
  tlsMs: 8000,
  /** The trial whether this host's network lets IPv6 and port 25 out. */
  egressTrialMs: 5000,
  /** IANA's list of RDAP servers. */
  bootstrapMs: 4000,
  /** All that goes over RDAP for a whois; reverse leaves more time for port 43. */
  rdapMs: 5000,
  reverseRdapMs: 3000,
  /** One whois server (port 43). */
  whoisMs: 4000,
  /** All further connections to a server whose certificate is known, from then on. */
  tlsMoreMs: 2500,
  /** A certificate that a server left out (AIA), and a revocation list. */
  issuerMs: 3000,
  crlMs: 3000,
  /** A policy or a logo of the mail report, and a host of one until it takes a connection: the kernel sends again after one second. */
  mailFileMs: 6000,
  mailFileConnectMs: 2500,
  /** The test points of a blocklist. */
  blocklistProofMs: 5000,
  /** The check of a public resolver, and the questions of it that are still under way after that. */
  resolverCheckMs: 1500,
  resolverQuestionsMs: 10_000,
  /** The list at RESOLVER_LIST_URL. */
  resolverListMs: 30_000,
  /** Servers of a zone that are all silent, until scout asks our resolver instead. */
  silentServersMs: 5000,
  /** The sections of scout, each from the start of the call. */
  scoutRecordsMs: 8000,
  scoutEmailMs: 8000,
  scoutSrvMs: 10_000,
  scoutSubdomainsMs: 12_000,
  scoutAxfrMs: 12_000,
  scoutPtrMs: 13_000,
} as const;

export type Waits = Readonly<Record<keyof typeof WAITS, number>>;

/** All waits, each so many times as long. */
export function scaleWaits(factor: number): Waits {
  const scaled = Object.entries(WAITS).map(([name, ms]) => [name, Math.round(ms * factor)]);
  return Object.fromEntries(scaled) as Waits;
}
