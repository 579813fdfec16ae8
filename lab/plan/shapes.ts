import type { OddAnswer } from "./odd-answers.ts";
import type { OddImap, OddPop3, OddSmtp } from "./odd-mail.ts";

// Types of the plan: hosts, the zones that they serve, and how they misbehave.

/**
 * A server process that holds zones. A process that holds both a zone and the zone's parent sends no referral, so the
 * plan avoids this except for arpa and inner.example.com.
 */
export type ZoneDaemon = "nsd-root" | "nsd-tld" | "nsd-registry" | "nsd-leaf" | "knot" | "bind" | "rbldnsd";

/** A server process of the lab's Internet. */
export type Daemon =
  | ZoneDaemon
  | "unbound"
  | "recursor"
  | "laggard"
  | "dnsdist"
  | "odd"
  | "odd-http"
  | "odd-https"
  | "odd-tls"
  | "odd-smtp"
  | "odd-imap"
  | "odd-pop3"
  | "odd-verbs"
  | "nginx"
  | "aia"
  | "postfix"
  | "registry";

/** A fault that a dnsdist adds in front of a correct server. */
export type Deviation =
  | "servfail"
  | "refused"
  | "dropped"
  /** Answers over UDP are delayed by 300 ms. */
  | "slow"
  /** Every answer over UDP is truncated; answers over TCP are complete. */
  | "truncated"
  /** Every query for an address is answered with the same wrong address. */
  | "lying"
  /** Each query is dropped with a probability of one half. */
  | "flaky"
  /** Sets CD in queries to the resolver, so answers that fail validation are returned too. */
  | "unvalidated";

/** Rare behaviour of a dnsdist that is not a fault. */
export type Rarity =
  /** PTR targets are in upper case, which is valid. Other servers of the lab do not preserve upper case. */
  | "upper_case"
  /** Answers queries for addresses of the apex with an alias of `www`, although the apex has other records. */
  | "alias_at_apex"
  /** Answers NXDOMAIN for _domainkey although names below it exist (against RFC 8020). */
  | "denies_domainkey"
  /** Each query for the address of a name that is not in the zone gets a random address from a pool. */
  | "rotating_wildcard"
  /** Names of three to eight letters that are not in the zone have an address. */
  | "selective_wildcard"
  /** Each query for a name that is not in the zone gets an alias to a new random name in the zone. */
  | "maze"
  /** The apex has a different address for the laggard than for all other resolvers. */
  | "geo"
  /** Each query for the address of the apex gets two random addresses from a pool. */
  | "round_robin"
  /** `www` is an alias with a different target for the laggard than for all other resolvers. */
  | "cdn"
  /** The laggard gets the old address of the apex, from before a change, and keeps it for an hour. */
  | "stale"
  /**
   * The address of the apex changes 20 seconds after the first query. After ten minutes without queries, the old
   * address is back, and the next query counts as the first one.
   */
  | "changing"
  /** Every third name that is not in the zone exists, and has one address of its own. */
  | "random_names"
  /** Drops what the product sends, and answers all others. */
  | "shuns_product"
  /**
   * Limits the rate of queries for names that are not in the zone. A client's queries above the limit are dropped.
   */
  | "limited";

/** A fault of a DNS server that packaged server software cannot be configured to have; see lab/odd/dns.ts. */
export type OddDns =
  | "wrong_id"
  | "wrong_question"
  | "wrong_source"
  | "malformed"
  | "pointer_loop"
  | "empty"
  | "no_edns"
  /** Ignores queries whose type equals the first label of the name. */
  | "mute"
  | "tcp_refused"
  | "tcp_silent"
  | "tcp_closes_midway"
  | "tcp_endless"
  | "tcp_drip";

/** Other deviations of the servers in lab/odd/dns.ts, which do not affect the format of single answers. */
export type OddRarity =
  | OddAnswer
  /** A resolver that returns an address for names that do not exist. */
  | "rewrites_nxdomain"
  /** A resolver that answers NXDOMAIN for one domain and reports that it filters the domain (RFC 8914). */
  | "filters"
  /** Answers correctly over UDP, but its TCP port is closed. */
  | "no_tcp"
  /** Answers queries for SOA as if the record did not exist. */
  | "no_soa"
  /** Answers all queries correctly except for zone transfers; see lab/odd/axfr.ts. */
  | `axfr_${"cut" | "unclosed" | "endless" | "first_only" | "servfail" | "silent" | "garbage"}`
  /** Send no zone, each in another way. */
  | `axfr_${"empty" | "nxdomain" | "reset" | "closed"}`;

/** What a server on port 443 does instead of a TLS handshake; see lab/odd/tls.ts. */
export type OddTls =
  | "garbage"
  | "speaks_http"
  /** Sends an SSH banner before the client sends anything. */
  | "speaks_ssh"
  | "silent"
  | "drip"
  | "resets"
  | "closes"
  | "alert_40"
  | "alert_70"
  | "alert_112"
  | "ssl3"
  | "endless_records"
  /**
   * Sends a certificate as an old version of TLS or with an old cipher would, and aborts when the client continues the
   * handshake.
   */
  | "plays_3des"
  | "plays_rc4"
  | "plays_export"
  | "plays_sslv3"
  /** Supports only pre-shared keys, so it presents no certificate. */
  | "psk_only";

/** A fault of a web server after a correct TLS handshake; see lab/odd/https.ts. */
export type OddHttps =
  /** Sends one byte per second, for longer than any client waits. */
  | "drip"
  /** Sends a body that never ends. */
  | "endless"
  /** Sends no response. */
  | "mute";

/** Answers of a resolver that differ from the data in the zones, by `"NAME TYPE"`; null for the answer NXDOMAIN. */
export type Lies = Readonly<Record<string, readonly string[] | null>>;

/** A web server's response for a path. */
export type WebFile = {
  /** HTTP status. Default 200, or 301 with `redirect`. */
  readonly status?: number;
  /** Content-Type; null omits the header. The default is plain text. */
  readonly type?: string | null;
  readonly body?: string;
  /**
   * Compression of the body: as a content coding (RFC 9110 section 8.4), as a content coding that the header names but
   * the body does not have, or as the file itself (SVGZ).
   */
  readonly coding?: "gzip" | "gzip, but plain" | "gzipped file";
  /** URL in the Location header. */
  readonly redirect?: string;
  /** Name of a certificate in the plan. Its PEM file, with its chain, is the body. */
  readonly pem?: string;
};

/** Settings of a web server that differ from the default. Certificates are specified by file name. */
export type WebServer = {
  readonly protocols?: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3" | "TLSv1 TLSv1.1 TLSv1.2 TLSv1.3";
  /** Ciphers up to TLS 1.2, as named by OpenSSL. */
  readonly ciphers?: string;
  /** Key exchange groups, as named by OpenSSL. */
  readonly curves?: string;
  /** A second certificate, with a different type of key. */
  readonly second?: string;
  /** State of the stapled OCSP response. If omitted, no response is stapled. */
  readonly staple?: "good" | "revoked" | "damaged";
  /** Serves the same content on port 80 as on port 443, and does not send HSTS. */
  readonly plain?: true;
  /** Allows keys, digests and ciphers that OpenSSL refuses by default. */
  readonly weak?: true;
  /** Requests a client certificate. */
  readonly clientCertificate?: true;
  /** Certificate for clients that do not send a server name (SNI). */
  readonly withoutSni?: string;
  /** Certificate on the server's IPv6 address. */
  readonly onV6?: string;
  /** Files by path; all other paths answer 404. By default, every path returns the same short text. */
  readonly files?: Readonly<Record<string, WebFile>>;
  /** Domain whose subdomains the server also serves, with the files that tests publish: see lab/support/publish.ts. */
  readonly alsoBelow?: string;
};

/** Validity or fault of a certificate, of the kinds that servers of registries can have. plan/zoo.ts has more kinds. */
export type CertificateKind = "valid" | "expired" | "self_signed" | "other_name";

/**
 * Service of a registry's host, see lab/registry: IANA's bootstrap files, RDAP for domains, RDAP for networks, or
 * WHOIS on port 43. The last three answer every RDAP request with 503, 429 or an HTML page.
 */
export type RegistryService =
  | "bootstrap"
  | "domains"
  | "networks"
  | "whois"
  | "unavailable"
  | "limited"
  | "garbage";

type Place = {
  /** The zone that contains this name has the address records. A reverse zone in the plan has the PTR record. */
  readonly name: string;
  readonly v4?: string;
  readonly v6?: string;
  /** Round-trip time from the product in milliseconds, if the lab runs with --rtt. Default 30. */
  readonly rttMs?: number;
  /** Percentage of the packets to the host that the network loses. */
  readonly lossPercent?: number;
  /** All packets to the host are dropped. "v6": only packets to its IPv6 address. */
  readonly dead?: true | "v6";
  /** The host is in the plan, but not on the Internet's side of the lab. */
  readonly elsewhere?: true;
  /** The zone's `records` already have the host's addresses, because several hosts share the name. */
  readonly recorded?: true;
};

/**
 * A host of the lab's Internet: one name, at most one address of each family, and the server that listens there.
 */
export type Host = Place &
  (
    | { readonly daemon: ZoneDaemon }
    /** The operator's own resolver. It sends queries from an address that no other server uses. */
    | { readonly daemon: "recursor" }
    /**
     * A public resolver with its own cache, which keeps old answers when tests change records: see
     * lab/support/publish.ts.
     */
    | { readonly daemon: "laggard" }
    | { readonly daemon: "unbound"; readonly action?: "refuse" | "deny"; readonly lies?: Lies }
    | {
        readonly daemon: "dnsdist";
        readonly deviation: Deviation | Rarity;
        readonly behind: "nsd-leaf" | "unbound";
      }
    | {
        readonly daemon: "odd";
        readonly deviation: OddDns | OddRarity;
        readonly behind: "nsd-leaf" | "unbound";
      }
    /** A web server. Its certificate is one of those in plan/shown.ts. */
    | ({ readonly daemon: "nginx"; readonly certificate: string } & WebServer)
    /**
     * A mail server with SMTP on ports 25, 587 and 465; with mailboxes also IMAP and POP3. Its certificate is one
     * of those in plan/shown.ts.
     */
    | { readonly daemon: "postfix"; readonly certificate: string; readonly mailboxes?: true }
    /** Serves the certificates and CRLs of authorities over HTTP. */
    | { readonly daemon: "aia" }
    /** Answers every HTTP request with a body that never ends. */
    | { readonly daemon: "odd-http" }
    | { readonly daemon: "odd-https"; readonly deviation: OddHttps; readonly certificate: string }
    | { readonly daemon: "odd-tls"; readonly deviation: OddTls }
    | { readonly daemon: "odd-smtp"; readonly deviation: OddSmtp }
    | { readonly daemon: "odd-imap"; readonly deviation: OddImap }
    | { readonly daemon: "odd-pop3"; readonly deviation: OddPop3 }
    /** Reports which commands the odd mail servers received. */
    | { readonly daemon: "odd-verbs" }
    | {
        readonly daemon: "registry";
        readonly serves: RegistryService;
        /** Transport of RDAP. The default is HTTPS only. */
        readonly over?: "http" | "both";
        /** Kind of the host's certificate. By default all registries share one valid certificate. */
        readonly certificate?: CertificateKind;
      }
    /** Every port is closed: TCP is reset, UDP gets ICMP port unreachable. */
    | { readonly daemon: "nobody" }
  );

/** How a zone is signed (RFC 4034, RFC 5155), and the fault of its signatures or of its DS. Each zone has one key. */
export type Signing = {
  readonly denial: "nsec" | "nsec3";
  /** The default is ECDSA P-256 (RFC 6605). RSASHA1 is deprecated (RFC 9905). */
  readonly algorithm?: "RSASHA1";
  /**
   * `soon`: signatures with a lifetime of 30 days expire within one day. `wrong_ds`: the parent's DS is for another
   * key. `no_ds`: the parent has no DS (an island of security).
   */
  readonly wrong?: "expired" | "soon" | "wrong_ds" | "no_ds";
};

/** A zone of rbldnsd: its datasets by type, as lines of rbldnsd(8) data files, and the expected answers. */
export type Blocklist = {
  readonly datasets: Readonly<
    Partial<Record<"ip4set" | "ip6trie" | "ip4trie" | "dnset" | "acl", readonly string[]>>
  >;
  /** Expected addresses for names below the zone, in order and separated by spaces; null if the name is not listed. */
  readonly answers: Readonly<Record<string, string | null>>;
  /**
   * Expected answer through a public resolver, the same for every name in `answers`, if it differs from `answers`;
   * null if no name is listed.
   */
  readonly throughResolver?: string | null;
};

/** A zone of the plan. Names have no trailing dot; the root is "". */
export type Zone = {
  readonly name: string;
  /**
   * Name servers that the parent lists: hosts of this zone, or names of hosts that belong to another zone of the plan.
   */
  readonly servers: readonly (string | Host)[];
  /** Hosts other than the name servers. */
  readonly hosts?: readonly Host[];
  /** Glue addresses in the parent for this zone's servers, if they differ from the servers' addresses. */
  readonly glue?: Readonly<Record<string, readonly string[]>>;
  /** Name servers in the NS records at the zone's apex, if they differ from the parent's list. */
  readonly ownServers?: readonly string[];
  /** Name servers that do not hold the zone and refuse queries for it. */
  readonly lame?: readonly string[];
  /** Additional processes that hold the zone, for tests that query them. */
  readonly heldBy?: readonly ZoneDaemon[];
  /**
   * Lines `OWNER [TTL] TYPE RDATA`, with the owner relative to the zone or `@`, and rdata as `dig +nosplit` prints
   * it.
   */
  readonly records?: string;
  /**
   * Number of additional names with one A record each: `h0001` and so on. The servers have these names, but they are
   * not records of the plan, so tests do not query each of them.
   */
  readonly filler?: number;
  readonly signing?: Signing;
  /**
   * The servers transfer the whole zone (AXFR) to every client. By default they refuse transfers. Only for zones on
   * NSD.
   */
  readonly transfer?: "open";
  /**
   * Tests may change the zone with dynamic updates (RFC 2136) while the lab runs: see lab/support/publish.ts. Only for
   * zones on Knot.
   */
  readonly updates?: "open";
  /** The parent has a DS record, but the zone has no key. */
  readonly strayDs?: true;
  /** A different version of the zone, with its own records and serial, on one of the processes that hold it. */
  readonly variant?: { readonly at: ZoneDaemon; readonly records: string; readonly serial: number };
  /**
   * Labels of registered names that have no zone in the plan. This zone delegates all of them to the same servers,
   * which have the same few records for each name. Tests do not query every name and type; see plan/registries.ts.
   */
  readonly delegates?: readonly string[];
  /** Data of rbldnsd, in place of `records`. */
  readonly blocklist?: Blocklist;
  /**
   * Faults that Zonemaster must report: tags of its messages of level ERROR and above. Default none. `chance`: the
   * faults vary from run to run. `endless`: Zonemaster does not finish. `alike`: Zonemaster does not test the zone,
   * because it already tests another zone that is built in the same way.
   */
  readonly zonemaster?: readonly string[] | "chance" | "endless" | "alike";
};

/** A resource record. All names are absolute, with the trailing dot. */
export type PlanRecord = {
  readonly owner: string;
  readonly ttl: number;
  readonly type: string;
  readonly rdata: string;
};
