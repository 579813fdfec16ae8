import { contract as dnsbl } from "./tools/dnsbl/contract.ts";
import { contract as reverse } from "./tools/reverse/contract.ts";
import { contract as whois } from "./tools/whois/contract.ts";

/** Contracts of the network service's tools, for the gateway and for other services. */
export const contracts = [reverse, whois, dnsbl];

export { Data as DnsblSchema, type DnsblData } from "./tools/dnsbl/data.ts";
export { dnsbl };
