/**
 * Timeouts of this API for other servers, in milliseconds. Verdicts depend on them: a server that is slower is
 * `unknown`. They are injected wherever they are used, so that a slow machine or a test can use longer ones
 * (`scaleWaits`).
 */
export const WAITS = {
  /** One query to our recursive resolver, including its retransmissions. */
  recursorMs: 2000,
  /** One query to a name server of a zone, including its retransmissions. */
  nameServerMs: 2000,
  /** One query to a public resolver, which may be far away and has to query other servers in that time. */
  publicResolverMs: 4000,
  /** One of several servers, before the next one is queried in addition. */
  nextServerMs: 1000,
  /**
   * All our recursive resolvers together, if there are more than two; this leaves time to check whether any of them is
   * alive.
   */
  resolversMs: 3000,
  /** The operating system's lookup of a resolver's name at process start. */
  systemLookupMs: 5000,
  /** Wait of a single query for its turn at a name server, where NAMESERVER_QPS limits the rate. */
  turnMs: 2000,
  /** Wait of a query for its turn when a call sends hundreds of them. */
  bulkTurnMs: 10_000,
  /** Wait of a query for its turn at a registry (REGISTRY_RATE). */
  registryTurnMs: 1500,
  /** A whole zone transfer, in general and for each server in scout. */
  transferMs: 10_000,
  scoutTransferMs: 5000,
  /** One address of a host, before the next one is tried. */
  addressMs: 3000,
  /** A TCP connection; the kernel retransmits after one and three seconds. */
  connectMs: 3500,
  /** Wait for the second refusal of a connection, to which twice the time of the first refusal is added. */
  secondRefusalMs: 1500,
  /** A TLS handshake, and a whole connection from connecting to the end of the handshake. */
  handshakeMs: 4000,
  tlsMs: 8000,
  /** The test whether this host's network lets IPv6 and port 25 out. */
  egressTrialMs: 5000,
  /** The download of IANA's list of RDAP servers. */
  bootstrapMs: 4000,
  /** All RDAP requests of a whois call; reverse leaves more time for port 43. */
  rdapMs: 5000,
  reverseRdapMs: 3000,
  /** A query to one whois server (port 43). */
  whoisMs: 4000,
  /** All additional connections to a server after its certificate is known. */
  tlsMoreMs: 2500,
  /** Download of an intermediate certificate that the server omitted (AIA), and of a revocation list. */
  issuerMs: 3000,
  crlMs: 3000,
  /**
   * Download of a policy or a logo for the mail report, and the TCP connection for it; the kernel retransmits after one
   * second.
   */
  mailFileMs: 6000,
  mailFileConnectMs: 2500,
  /** Queries for the test points of a blocklist. */
  blocklistProofMs: 5000,
  /** The check of a public resolver, and its queries that are still in flight after the check. */
  resolverCheckMs: 1500,
  resolverQuestionsMs: 10_000,
  /** The download of the list at RESOLVER_LIST_URL. */
  resolverListMs: 30_000,
  /** Wait for a zone whose servers are all silent, before scout asks our resolver instead. */
  silentServersMs: 5000,
  /** Deadlines of the sections of scout, each counted from the start of the call. */
  scoutRecordsMs: 8000,
  scoutEmailMs: 8000,
  scoutSrvMs: 10_000,
  scoutSubdomainsMs: 12_000,
  scoutAxfrMs: 12_000,
  scoutPtrMs: 13_000,
} as const;

/** All timeouts, in milliseconds. */
export type Waits = Readonly<Record<keyof typeof WAITS, number>>;

/** Returns all timeouts multiplied by a factor and rounded to whole milliseconds. */
export function scaleWaits(factor: number): Waits {
  const scaled = Object.entries(WAITS).map(([name, ms]) => [name, Math.round(ms * factor)]);
  return Object.fromEntries(scaled) as Waits;
}
