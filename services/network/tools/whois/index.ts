import { tool } from "@dnstools/core/tool/tool";
import { analyse, keepS } from "./analyse.ts";
import { contract } from "./contract.ts";
import { probe } from "./probe.ts";

/** The whois tool. Its answers are cached for `keepS`. */
export const whois = tool({ contract, probe, analyse, keepS });
