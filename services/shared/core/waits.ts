/**
 * Timeouts of this API for other servers, in milliseconds. Verdicts depend on them: the result for a slower server is
 * `unknown`. They are injected wherever they are used, so that a slow machine or a test can use longer timeouts
 * (`scaleWaits`).
 */
export const WAITS = {
  /** One query to our recursive resolver, including its retransmissions. */
  recursorMs: 2000,
  /** One query to a name server of a zone, including its retransmissions. */
  nameServerMs: 2000,
  /** One query to a public resolver, which may be far away and has to query other servers in that time. */
  publicResolverMs: 4000,
  /** Time for one of several servers to answer before the next server is queried in addition. */
  nextServerMs: 1000,
  /**
   * Queries to all our recursive resolvers together, if there are more than two. The call then has time left to check
   * whether any resolver is alive.
   */
  resolversMs: 3000,
  /** The operating system's lookup of a resolver's host name at process start. */
  systemLookupMs: 5000,
  /** Time that a single query waits for its turn at a name server (NAMESERVER_QPS limits the rate). */
  turnMs: 2000,
  /** Time that a query waits for its turn at a name server if its call sends hundreds of queries. */
  bulkTurnMs: 10_000,
  /** Time that a query waits for its turn at a registry (REGISTRY_RATE limits the rate). */
  registryTurnMs: 1500,
  /** A whole zone transfer: in general, and for each server in the tool scout. */
  transferMs: 10_000,
  scoutTransferMs: 5000,
  /** Connection attempt to one address of a host, before the next address is tried. */
  addressMs: 3000,
  /** Establishing a TCP connection. The kernel retransmits after one and three seconds. */
  connectMs: 3500,
  /** Time to wait for the second refusal of a connection. Twice the time of the first refusal is added to it. */
  secondRefusalMs: 1500,
  /** A TLS handshake, and a whole connection from the beginning of TCP to the end of the handshake. */
  handshakeMs: 4000,
  tlsMs: 8000,
  /** The test whether this host's network allows outgoing IPv6 and port 25. */
  egressTrialMs: 5000,
  /** The download of IANA's list of RDAP servers. */
  bootstrapMs: 4000,
  /** All RDAP requests of a call to whois, and of a call to reverse, which leaves more time for WHOIS (port 43). */
  rdapMs: 5000,
  reverseRdapMs: 3000,
  /** A query to one WHOIS server (port 43). */
  whoisMs: 4000,
  /** All additional connections to a server that are made after its certificate is known. */
  tlsMoreMs: 2500,
  /** Download of an intermediate certificate that the server omitted (AIA), and of a revocation list. */
  issuerMs: 3000,
  crlMs: 3000,
  /**
   * Download of a policy or a logo for the mail report, and establishing its TCP connection. The kernel retransmits
   * after one second.
   */
  mailFileMs: 6000,
  mailFileConnectMs: 2500,
  /** All queries for the test points of a blocklist. */
  blocklistProofMs: 5000,
  /** The check of a public resolver, and the time for its queries that are still in flight after the check. */
  resolverCheckMs: 1500,
  resolverQuestionsMs: 10_000,
  /** The download of the list at RESOLVER_LIST_URL. */
  resolverListMs: 30_000,
  /** Time to wait for a zone whose servers are all silent, before the tool scout queries our resolver instead. */
  silentServersMs: 5000,
  /** Deadlines of the sections of the tool scout, each counted from the start of the call. */
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
