import { tool } from "@dnstools/core/tool/tool";
import { analyse } from "./analyse.ts";
import { contract } from "./contract.ts";
import { probe } from "./probe.ts";

/** The tool `scout`: shows what is publicly visible of a domain. */
export const scout = tool({ contract, probe, analyse });
