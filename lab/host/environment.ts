/** The addresses and files of one host of the lab, from which an environment makes its settings. */
export type Place = {
  /** Number of the host in its lab, from 1. */
  readonly number: number;
  /** The router's private address in the host's network. */
  readonly gateway: string;
  /** The host's own private IPv4 address, and its public IPv6 address. */
  readonly v4: string;
  readonly v6: string;
  /** Folder for configuration and logs of the environment's servers. The host sees it too. */
  readonly folder: string;
  /** Folder of the lab's generated files. */
  readonly made: string;
};

/** A server process on the host's router, such as one that answers in place of others, or on the host itself. */
export type LocalServer = {
  readonly name: string;
  readonly command: readonly string[];
  /** The port on which it listens once it is ready, and the IPv4 address if others listen there; null if it has none. */
  readonly ready: { readonly protocol: "tcp" | "udp"; readonly port: number; readonly at?: string } | null;
};

/**
 * What the network, the clock or the limits of a host do to the programs that run on it. Everything that a row leaves
 * out is as in a good data centre: both families, nothing blocked, the operator's own resolver.
 */
export type Environment = {
  /** What is special, in a few words. */
  readonly is: string;
  /** The families of which the host has an address. Default both. */
  readonly families?: readonly ("v4" | "v6")[];
  /** The resolvers in /etc/resolv.conf. Default: the operator's own resolver. */
  readonly resolvers?: (place: Place) => readonly string[];
  /** Rules of nft(8) on the router for packets that the host sends to the Internet. */
  readonly forward?: readonly string[];
  /** Rules on the router for packets that the Internet sends to the host. */
  readonly received?: readonly string[];
  /** Rules on the router that send the host's connections to other destinations. */
  readonly redirect?: readonly string[];
  /** How the router gives the host's connections its own address; the default is nft's `masquerade`. */
  readonly masquerade?: string;
  /** More chains of the router's firewall. */
  readonly chains?: string;
  /** Rules of the host's own firewall for packets that its programs send. */
  readonly output?: readonly string[];
  /** Further addresses and routes of the router, as lines of `ip -batch`. */
  readonly routes?: (place: Place) => string;
  /** Writes the configuration of servers on the router, and returns what to start. */
  readonly servers?: (place: Place) => Promise<readonly LocalServer[]> | readonly LocalServer[];
  /** The same for servers on the host itself, such as a stub resolver. */
  readonly own?: (place: Place) => readonly LocalServer[];
  /** Environment variables of every program on the host. */
  readonly variables?: (place: Place) => Readonly<Record<string, string>>;
  /** The beginning of every program's command line, which sets a limit. */
  readonly limit?: readonly string[];
  /** When the host's interface gets its addresses: `never`, or some seconds after the host was opened. */
  readonly connected?: "never" | { readonly afterS: number };
  /** The largest packet of the host's network, in bytes. Default 1500. */
  readonly mtu?: number;
  /** True if the network translates IPv6 to IPv4 (NAT64, RFC 6146), with the well-known prefix of RFC 6052. */
  readonly nat64?: true;
  /** Commands that this environment needs and lab/packages does not have, each with its Debian package. */
  readonly needs?: Readonly<Record<string, string>>;
};

/** A table of environments by name. */
export type Environments = Readonly<Record<string, Environment>>;
