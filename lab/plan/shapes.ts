import type { OddImap, OddPop3, OddSmtp } from "./odd-mail.ts";

/** The shapes of the plan: who is where, who serves which zone, and how each misbehaves. */

/** A server process that holds zones; one that holds a zone and its parent does not refer, so only inner.example.com has that. */
export type ZoneDaemon = "nsd-root" | "nsd-tld" | "nsd-registry" | "nsd-leaf" | "knot" | "bind" | "rbldnsd";

/** Every server process of the Internet. */
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

/** What a dnsdist in front of a right server does wrong. */
export type Deviation =
  | "servfail"
  | "refused"
  | "dropped"
  /** UDP answers come 300 ms late. */
  | "slow"
  /** Every UDP answer is truncated; TCP is whole. */
  | "truncated"
  /** Addresses are answered with another one. */
  | "lying"
  /** Each question is dropped with a chance of one half. */
  | "flaky"
  /** Asks the resolver with CD set: what does not validate is answered all the same. */
  | "unvalidated";

/** What a dnsdist does that is rare, and not wrong of itself; `www`, say, is a name that the zone has. */
export type Rarity =
  /** Pointers in upper case, which the servers of zones forget; they are not wrong. */
  | "upper_case"
  /** Denies _domainkey, and has names below it all the same (against RFC 8020). */
  | "denies_domainkey"
  /** Names that the zone has not: each A question gets one address out of a pool, another every time. */
  | "rotating_wildcard"
  /** Of the names that the zone has not those of three to eight letters have an address. */
  | "selective_wildcard"
  /** Names that the zone has not are aliases of fresh ones in it, for every type. */
  | "maze"
  /** The apex has another address for the laggard than for everybody else. */
  | "geo"
  /** The apex has two out of some addresses, others every time. */
  | "round_robin"
  /** `www` is an alias of another name for the laggard than for everybody else. */
  | "cdn"
  /** The apex has the address from before a change for the laggard, which keeps it for an hour. */
  | "stale"
  /** The apex gets another address 20 seconds after it is first asked for in ten minutes. */
  | "changing"
  /** Drops what one client asks beyond some questions a second. */
  | "limited";

/** What a server does that no package can be made to do; see lab/odd/dns.ts. */
export type OddDns =
  | "wrong_id"
  | "wrong_question"
  | "wrong_source"
  | "malformed"
  | "pointer_loop"
  | "empty"
  | "no_edns"
  /** Passes over questions for the type that is the name's first label. */
  | "mute"
  | "tcp_refused"
  | "tcp_silent"
  | "tcp_closes_midway"
  | "tcp_endless"
  | "tcp_drip";

/** What such a server does that has little to do with a single question's answer. */
export type OddRarity =
  /** A resolver: what is not there has an address. */
  | "rewrites_nxdomain"
  /** A resolver: denies a domain, and says that it was told to (RFC 8914). */
  | "filters"
  /** Right over UDP; its port for TCP is closed. */
  | "no_tcp"
  /** Denies that there is a SOA. */
  | "no_soa"
  /** These answer every question right, but whole zones (AXFR) as lab/odd/axfr.ts has it. */
  | `axfr_${"cut" | "unclosed" | "endless" | "first_only" | "servfail" | "silent" | "garbage"}`;

/** What a server on port 443 does in place of TLS; see lab/odd/tls.ts. */
export type OddTls =
  | "garbage"
  | "speaks_http"
  /** Speaks first. */
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
  /** Show the certificate in the first flight of an old cipher or version, and break off when the client goes on. */
  | "plays_3des"
  | "plays_rc4"
  | "plays_export"
  | "plays_sslv3"
  /** Has ciphers with keys that both sides know, and so no certificate. */
  | "psk_only";

/** What a server that speaks TLS well does in place of an answer over HTTPS; see lab/odd/https.ts. */
export type OddHttps =
  /** A byte a second, for longer than anybody waits. */
  | "drip"
  /** A body without end. */
  | "endless"
  /** No answer at all. */
  | "mute";

/** How a resolver answers some names otherwise than the zones say, by `"NAME TYPE"`; null denies the name. */
export type Lies = Readonly<Record<string, readonly string[] | null>>;

/** What a web server has at a path. */
export type WebFile = {
  /** Default 200, with `redirect` 301. */
  readonly status?: number;
  /** The Content-Type, default that of plain text; null for none. */
  readonly type?: string | null;
  readonly body?: string;
  /** Where it sends the client. */
  readonly redirect?: string;
  /** In place of a body: a certificate of the plan, with those that are sent with it. */
  readonly pem?: string;
};

/** How a web server differs from an ordinary one. Certificates are by the name of their files. */
export type WebServer = {
  readonly protocols?: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3" | "TLSv1 TLSv1.1 TLSv1.2 TLSv1.3";
  /** Ciphers up to TLS 1.2, and groups, as OpenSSL names them. */
  readonly ciphers?: string;
  readonly curves?: string;
  /** Another certificate, with a key of another kind. */
  readonly second?: string;
  /** The OCSP answer that it staples. */
  readonly staple?: "good" | "revoked" | "damaged";
  /** Answers at port 80 as at 443, and does not ask for HTTPS (HSTS). */
  readonly plain?: true;
  /** Keys, digests and ciphers that OpenSSL would refuse. */
  readonly weak?: true;
  /** Asks the client for a certificate. */
  readonly clientCertificate?: true;
  /** Shown to clients that do not name it. */
  readonly withoutSni?: string;
  /** Shown at its IPv6 address. */
  readonly onV6?: string;
  /** By path; every other is not found. Default the same short text at every path. */
  readonly files?: Readonly<Record<string, WebFile>>;
  /** Answers for every name below this domain too, with what tests publish there: see lab/support/publish.ts. */
  readonly alsoBelow?: string;
};

/** A certificate by what is wrong with it, if anything; those that registries can have. plan/zoo.ts has all others. */
export type CertificateKind = "valid" | "expired" | "self_signed" | "other_name";

/**
 * What a registry's host answers, see lab/registry: IANA's files, RDAP by the domain or address asked for, WHOIS on
 * port 43; or RDAP in one way to everything: 503, 429, a page of HTML.
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
  /** Its address records are in the zone that encloses this name, and its PTR where the plan has the reverse zone. */
  readonly name: string;
  readonly v4?: string;
  readonly v6?: string;
  /** Round trip from the product in milliseconds, where the lab runs with --rtt. Default 30. */
  readonly rttMs?: number;
  /** So many of a hundred packets to it are lost. */
  readonly lossPercent?: number;
  /** All packets to it are dropped, or to its IPv6 address. */
  readonly dead?: true | "v6";
  /** Named by the plan, but not a machine on the Internet's side of the line. */
  readonly elsewhere?: true;
  /** The lines of its zone have its addresses already, as those of several machines of one name. */
  readonly recorded?: true;
};

/** A machine of the Internet: one name, at most one address of each family, and what listens there. */
export type Host = Place &
  (
    | { readonly daemon: ZoneDaemon }
    /** A resolver of the operator's own: it asks from an address that nobody else asks from. */
    | { readonly daemon: "recursor" }
    /** A public resolver with a cache of its own, which keeps what tests change: see lab/support/publish.ts. */
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
    /** A web server; its certificate is one of those in plan/zoo.ts. */
    | ({ readonly daemon: "nginx"; readonly certificate: string } & WebServer)
    /** A mail server: SMTP on 25, 587 and 465; with mailboxes IMAP and POP3 too. Its certificate is in plan/mail.ts. */
    | { readonly daemon: "postfix"; readonly certificate: string; readonly mailboxes?: true }
    /** Has the certificates of authorities, over HTTP. */
    | { readonly daemon: "aia" }
    /** A body without end, to every question over HTTP. */
    | { readonly daemon: "odd-http" }
    | { readonly daemon: "odd-https"; readonly deviation: OddHttps; readonly certificate: string }
    | { readonly daemon: "odd-tls"; readonly deviation: OddTls }
    | { readonly daemon: "odd-smtp"; readonly deviation: OddSmtp }
    | { readonly daemon: "odd-imap"; readonly deviation: OddImap }
    | { readonly daemon: "odd-pop3"; readonly deviation: OddPop3 }
    /** Tells what those three heard. */
    | { readonly daemon: "odd-verbs" }
    | {
        readonly daemon: "registry";
        readonly serves: RegistryService;
        /** Default HTTPS alone. */
        readonly over?: "http" | "both";
        /** Default one that all registries share. */
        readonly certificate?: CertificateKind;
      }
    /** Every port is closed: TCP is reset, UDP gets ICMP port unreachable. */
    | { readonly daemon: "nobody" }
  );

/** How a zone is signed (RFC 4034, RFC 5155), and what is wrong with it. One key a zone. */
export type Signing = {
  readonly denial: "nsec" | "nsec3";
  /** Default ECDSA P-256 (RFC 6605). RSASHA1 must not be used any more (RFC 9905). */
  readonly algorithm?: "RSASHA1";
  /** `soon`: its signatures, of 30 days, end in one. `wrong_ds`: the parent's DS is of another key. `no_ds`: the parent has none (an island). */
  readonly wrong?: "expired" | "soon" | "wrong_ds" | "no_ds";
};

/** A zone of rbldnsd: its datasets by type, as the lines of rbldnsd(8) data files, and what they must lead to. */
export type Blocklist = {
  readonly datasets: Readonly<
    Partial<Record<"ip4set" | "ip6trie" | "ip4trie" | "dnset" | "acl", readonly string[]>>
  >;
  /** The addresses that names below the zone have, in order and with spaces between; null where they are not listed. */
  readonly answers: Readonly<Record<string, string | null>>;
  /** What who asks through the resolver gets for all of them; default the same. */
  readonly throughResolver?: string | null;
};

/** A zone as it stands in the plan. Names have no trailing dot; the root is "". */
export type Zone = {
  readonly name: string;
  /** Who the parent says serves it: hosts of its own, or the names of hosts that another entry has. */
  readonly servers: readonly (string | Host)[];
  /** Hosts beside the name servers. */
  readonly hosts?: readonly Host[];
  /** Addresses that its parent has for servers of its own, where they are not the servers'. */
  readonly glue?: Readonly<Record<string, readonly string[]>>;
  /** The NS records at its own apex, when they are not the parent's. */
  readonly ownServers?: readonly string[];
  /** Those of its servers that do not hold it, and so refuse. */
  readonly lame?: readonly string[];
  /** Processes that hold it beside those of its servers: a test may bring its questions there. */
  readonly heldBy?: readonly ZoneDaemon[];
  /** Lines `OWNER [TTL] TYPE RDATA`, owner relative to the zone or `@`, rdata as `dig +nosplit` prints it. */
  readonly records?: string;
  /**
   * So many further names with an A record each, `h0001` and on: its servers have them, but they are no records of the
   * plan, so no test asks for each.
   */
  readonly filler?: number;
  readonly signing?: Signing;
  /** Its servers give the whole zone to whoever asks (AXFR); default to nobody. NSD only. */
  readonly transfer?: "open";
  /** The product's side may change it while the lab runs (RFC 2136): see lab/support/publish.ts. Knot only. */
  readonly updates?: "open";
  /** The parent has a DS, the zone no key. */
  readonly strayDs?: true;
  /** One of the processes that hold it has another version, with its own records and serial. */
  readonly variant?: { readonly at: ZoneDaemon; readonly records: string; readonly serial: number };
  /**
   * Labels below it that are registered, and no more: it delegates each to the same servers, which have the same few
   * records for all. They are no zones of the plan, so no test asks every name and type of each; see plan/registries.ts.
   */
  readonly delegates?: readonly string[];
  /** Held by rbldnsd, in place of records. */
  readonly blocklist?: Blocklist;
  /**
   * What Zonemaster finds wrong: its messages of level ERROR and above, by tag. Default nothing. `chance`: other things
   * at other times. `endless`: it does not come to an end. `alike`: made as one that it is asked about, so it is not.
   */
  readonly zonemaster?: readonly string[] | "chance" | "endless" | "alike";
};

/** A resource record, all names absolute with the trailing dot. */
export type PlanRecord = {
  readonly owner: string;
  readonly ttl: number;
  readonly type: string;
  readonly rdata: string;
};
