import { tool } from "@dnstools/core/tool/tool";
import { analyse } from "./analyse.ts";
import { contract } from "./contract.ts";
import { probe } from "./probe.ts";

/** With a type the question goes to the recursive resolver alone. */
export const dns = tool({ contract, probe, analyse, asksTarget: ({ type }) => type === null });
