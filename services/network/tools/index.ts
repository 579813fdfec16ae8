import { dnsbl } from "./dnsbl/index.ts";
import { reverse } from "./reverse/index.ts";
import { whois } from "./whois/index.ts";

/** All tools of the network service. */
export const tools = [reverse, whois, dnsbl];
