import { tool } from "@dnstools/core/tool/tool";
import { analyse } from "./analyse.ts";
import { contract } from "./contract.ts";
import { probe } from "./probe.ts";

/** The `mail` tool: contract, probe and analysis. */
export const mail = tool({ contract, probe, analyse });
