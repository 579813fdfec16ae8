import { OWN_RESOLVER, RESOLVER } from "../plan/hosts.ts";
import { addressOf } from "../plan/plan.ts";
import { dnsmasq } from "./dnsmasq.ts";
import type { Environment, Environments, LocalServer, Place } from "./environment.ts";
import type { Faults } from "./forwarder-faults.ts";
import { LINK } from "./links.ts";
import { AARDVARK, aardvark, forwarder, named, RESOLVED, resolved } from "./resolver-software.ts";
import { unbound } from "./unbound.ts";

/** Resolvers that never answer, and a host where nothing listens. */
const [DEAD, DEAD_TOO] = [addressOf("ns.silent.com"), addressOf("ns1.half.com")];
const CLOSED = addressOf("ns.closed.com");
/** An address of the router that only its own programs use. */
const SLOW = "127.0.0.77";
/** Milliseconds to a far resolver, with which the 150 queries are reached that dnsmasq has in progress at most. */
const FAR_MS = 40;

/** Resolvers as people have them: stubs on the host, home routers, filters, rate limits, dead ones. */
export const RESOLVERS = {
  "resolved-llmnr-yes": stub("systemd-resolved that also answers its neighbours", "yes"),
  "resolved-llmnr-resolve": stub("systemd-resolved that asks its neighbours for short names", "resolve"),
  "resolved-llmnr-no": stub("systemd-resolved", "no"),
  podman: {
    ...router("a container of Podman, whose resolver is aardvark-dns", (place) => aardvark(place)),
    needs: { [AARDVARK]: "aardvark-dns" },
  },
  docker: docker("a container of Docker, whose resolver asks one other", OWN_RESOLVER),
  "docker-dead-upstream": docker(
    "a container of Docker; the first of two resolvers is dead",
    DEAD,
    OWN_RESOLVER,
  ),
  "docker-two-dead": docker(
    "a container of Docker; two of three resolvers are dead",
    DEAD,
    DEAD_TOO,
    OWN_RESOLVER,
  ),
  dnsmasq: {
    is: "dnsmasq on the host itself",
    resolvers: () => ["127.0.0.1"],
    own: (place) => [dnsmasq(place, [], { at: "127.0.0.1" })],
  },
  "dnsmasq-openwrt": router("a home router with OpenWrt", (place) =>
    dnsmasq(place, [
      ...["--domain-needed", "--bogus-priv", "--stop-dns-rebind", "--rebind-localhost-ok", "--local-service"],
      ...["--edns-packet-max=1232", "--cache-size=1000", "--domain=lan", "--local=/lan/"],
    ]),
  ),
  "dnsmasq-filter-aaaa": router("a home router that removes IPv6 addresses", (place) =>
    dnsmasq(place, ["--filter-AAAA"]),
  ),
  "dnsmasq-filter-a": router("a home router that removes IPv4 addresses", (place) =>
    dnsmasq(place, ["--filter-A"]),
  ),
  "dnsmasq-public": router(
    "a home router that asks a public resolver, 150 queries at once",
    () => forwarder(SLOW, { delay: FAR_MS }, [RESOLVER]),
    (place) => dnsmasq(place, [], { upstream: SLOW }),
  ),
  "bind-no-validation": router("a resolver that does not validate (BIND)", (place) => named(place)),
  "bind-rrl": router("a resolver that answers 20 times a second (BIND)", (place) =>
    named(place, "rate-limit { responses-per-second 20; nxdomains-per-second 20; all-per-second 20; };"),
  ),
  "unbound-rate": router("a resolver that answers 20 queries a second (Unbound)", (place) =>
    unbound(place, place.gateway, ["ip-ratelimit: 20"]),
  ),
  "first-dead": listed("the first of two resolvers is dead", DEAD, OWN_RESOLVER),
  "first-closed": listed("nothing listens at the first of two resolvers", CLOSED, OWN_RESOLVER),
  "two-dead-of-three": listed("two of three resolvers are dead", DEAD, DEAD_TOO, OWN_RESOLVER),
  "all-dead": listed("both resolvers are dead", DEAD, DEAD_TOO),
  "link-local": {
    is: "the resolver is the router, at a link-local address",
    resolvers: () => [`fe80::1%${LINK.host}`],
    servers: (place) => [dnsmasq(place, [`--interface=${LINK.toHost}`])],
  },
  "router-old": routed("home router without EDNS, DNSSEC and TCP", { edns: "stripped", tcp: "closed" }),
  "edns-drop-router": routed("home router that drops queries with EDNS", { edns: "dropped" }),
  "edns-formerr-router": routed("home router that answers FORMERR to EDNS", { edns: "formerr" }),
  "no-tcp-router": routed("home router without TCP", { tcp: "closed" }),
  "strips-dnssec": routed("router that asks for no signatures", { dnssec: "stripped" }),
  "strips-ad": routed("router that does not pass on that an answer is validated", { ad: "cleared" }),
  "no-unknown-types": routed("router that drops queries for types it does not know", { types: "common" }),
  "no-soa": routed("router whose denials have no SOA record", { denials: "bare" }),
  "nxdomain-page": routed("provider that answers with its page for names that do not exist", {
    denials: "page",
  }),
  "refuses-root": routed("router that refuses queries for the root", { root: "refused" }),
  "drops-root": routed("router that drops queries for the root", { root: "dropped" }),
  "rate-20": routed("resolver that answers 20 queries a second and drops the others", { rate: 20 }),
  "rate-20-refused": routed("resolver that answers 20 queries a second and refuses the others", {
    rate: 20,
    beyond: "refused",
  }),
  "rate-20-tc": routed("resolver that answers 20 queries a second and sends the others to TCP", {
    rate: 20,
    beyond: "truncated",
  }),
  "filter-null": filter("with 0.0.0.0 and ::", { filter: "null" }),
  "filter-null-soa": filter("with 0.0.0.0 and ::, and an SOA record of the name", {
    filter: "null",
    soa: "name",
  }),
  "filter-null-ede": filter("with 0.0.0.0 and ::, and says so", { filter: "null", ede: 17 }),
  "filter-nx": filter("with NXDOMAIN", { filter: "nx" }),
  "filter-nx-soa": filter("with NXDOMAIN and its list's SOA record", { filter: "nx", soa: "list" }),
  "filter-nx-own-soa": filter("with NXDOMAIN and an SOA record of the name", { filter: "nx", soa: "name" }),
  "filter-nx-parent-soa": filter("with NXDOMAIN and an SOA record of the parent", {
    filter: "nx",
    soa: "parent",
  }),
  "filter-nx-ede": filter("with NXDOMAIN, and says so", { filter: "nx", ede: 15 }),
  "filter-page": filter("with the address of a page", { filter: "page" }),
  "filter-loop": filter("with 127.0.0.1", { filter: "loop" }),
  "filter-refused": filter("with REFUSED", { filter: "refused" }),
  "filter-servfail": filter("with SERVFAIL", { filter: "servfail" }),
} as const satisfies Environments;

function filter(how: string, faults: Faults): Environment {
  return routed(`resolver that answers for some names ${how}`, faults);
}

/** Returns a network whose router is the resolver, and forwards with faults. */
function routed(is: string, faults: Faults): Environment {
  return router(`a ${is}`, ({ gateway }) => forwarder(gateway, faults));
}

/** Returns a network whose router is the resolver. */
function router(is: string, ...servers: readonly ((place: Place) => LocalServer)[]): Environment {
  return {
    is,
    resolvers: ({ gateway }) => [gateway],
    servers: (place) => servers.map((server) => server(place)),
  };
}

function listed(is: string, ...resolvers: readonly string[]): Environment {
  return { is, resolvers: () => resolvers };
}

function stub(is: string, llmnr: Parameters<typeof resolved>[0]): Environment {
  return {
    is: `${is} (LLMNR=${llmnr})`,
    resolvers: () => ["127.0.0.53"],
    needs: { [RESOLVED]: "systemd-resolved" },
    own: () => [resolved(llmnr)],
  };
}

/** Returns a container of Docker. Its resolver passes queries to the machine's resolvers. */
function docker(is: string, ...upstreams: readonly string[]): Environment {
  const at = "127.0.0.11";
  return { is, resolvers: () => [at], own: () => [forwarder(at, { fails: "servfail" }, upstreams)] };
}
