import { join } from "node:path";
import { OWN_RESOLVER } from "../plan/hosts.ts";
import type { Environment, Environments, LocalServer } from "./environment.ts";
import type { Faults } from "./forwarder-faults.ts";

/** Resolvers as people have them: home routers, filters, rate limits. */
export const RESOLVERS = {
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
  return {
    is: `a ${is}`,
    resolvers: ({ gateway }) => [gateway],
    servers: ({ gateway }) => [forwarder(gateway, faults)],
  };
}

function forwarder(at: string, faults: Faults, upstreams: readonly string[] = [OWN_RESOLVER]): LocalServer {
  const words = Object.entries(faults).map(([word, value]) => `${word}=${value}`);
  return {
    name: "forwarder",
    command: [process.execPath, join(import.meta.dir, "forwarder.ts"), at, upstreams.join(), ...words],
    ready: { protocol: "udp", port: 53 },
  };
}
