/**
 * Timeouts of this API for other servers, in milliseconds. Verdicts depend on them: the result for a slower server is
 * `unknown`. They are injected wherever they are used, so that a slow machine or a test can use longer timeouts
 * (`scaleWaits`).
 */
export const WAITS = {
  /** Timeout of one query to our recursive resolver, including its retransmissions. */
  recursorMs: 2000,
  /**
   * The same for a resolver that is alone and slow: a forwarder such as Docker's waits four seconds for each server to
   * which it forwards, before it asks the next one.
   */
  slowResolverMs: 5000,
  /** Timeout of one query to a name server of a zone, including its retransmissions. */
  nameServerMs: 2000,
  /** Timeout of one query to a public resolver, which may be far away and may have to query other servers. */
  publicResolverMs: 4000,
  /** Time to wait for an answer from one of several servers before the next server is queried in addition. */
  nextServerMs: 1000,
  /**
   * Total timeout of the queries to our recursive resolvers if there are more than two. After this timeout, the call
   * still has time to check whether any resolver is alive.
   */
  resolversMs: 3000,
  /** Timeout of the operating system's lookup of a resolver's host name at process start. */
  systemLookupMs: 5000,
  /** Maximum time that a single query waits for its turn at a name server (NAMESERVER_QPS limits the rate). */
  turnMs: 2000,
  /** Maximum time that a query waits for its turn at a name server if its call sends hundreds of queries. */
  bulkTurnMs: 10_000,
  /** Maximum time that a query waits for its turn at a registry (REGISTRY_RATE limits the rate). */
  registryTurnMs: 1500,
  /** Timeouts of a whole zone transfer: in general, and for each server in the tool scout. */
  transferMs: 10_000,
  scoutTransferMs: 5000,
  /** Timeout of a connection attempt to one address of a host, before the next address is tried. */
  addressMs: 3000,
  /** Timeout for establishing a TCP connection. The kernel retransmits after one and three seconds. */
  connectMs: 3500,
  /** Time to wait for the second refusal of a connection. Twice the time of the first refusal is added to it. */
  secondRefusalMs: 1500,
  /** Timeouts of a TLS handshake, and of a whole connection from the beginning of TCP to the end of the handshake. */
  handshakeMs: 4000,
  tlsMs: 8000,
  /** Timeout of one round of trials of what this host's own network lets through. */
  hostTrialMs: 1400,
  /** Maximum time that an outcome waits for the verdict of these trials. Two rounds fit into it. */
  hostVerdictMs: 3000,
  /** Timeout of the download of IANA's list of RDAP servers. */
  bootstrapMs: 4000,
  /**
   * Total timeouts of the RDAP requests of a call to whois, and of a call to reverse, which leaves more time for WHOIS
   * (port 43).
   */
  rdapMs: 5000,
  reverseRdapMs: 3000,
  /** Timeout of a query to one WHOIS server (port 43). */
  whoisMs: 4000,
  /** Total timeout of the additional connections to a server that are made after its certificate is known. */
  tlsMoreMs: 2500,
  /**
   * Timeouts of the download of an intermediate certificate that the server omitted (AIA), and of a revocation list.
   */
  issuerMs: 3000,
  crlMs: 3000,
  /**
   * Timeouts of the download of a policy or a logo for the mail report, and of establishing the TCP connection for it.
   * The kernel retransmits after one second.
   */
  mailFileMs: 6000,
  mailFileConnectMs: 2500,
  /** Total timeout of the queries for the test points of a blocklist. */
  blocklistProofMs: 5000,
  /** Timeouts of the check of a public resolver, and of the queries to it that are still in flight after the check. */
  resolverCheckMs: 1500,
  resolverQuestionsMs: 10_000,
  /** Timeout of the download of the list at RESOLVER_LIST_URL. */
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
