import { tool } from "@dnstools/core/tool/tool";
import { analyse } from "./analyse.ts";
import { contract } from "./contract.ts";
import { probe } from "./probe.ts";

/**
 * The dns tool. With `type`, it queries only the recursive resolver, so it does not contact the servers of the queried
 * name.
 */
export const dns = tool({ contract, probe, analyse, asksTarget: ({ type }) => type === null });
