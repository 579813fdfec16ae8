import { tool } from "@dnstools/core/tool/tool";
import { analyse } from "./analyse.ts";
import { contract } from "./contract.ts";
import { probe } from "./probe.ts";

/** The tool `propagation`: determines whether a change to a domain has reached public resolvers. */
export const propagation = tool({ contract, probe, analyse });
