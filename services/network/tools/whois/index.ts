import { tool } from "@dnstools/core/tool/tool";
import { analyse, keepS } from "./analyse.ts";
import { contract } from "./contract.ts";
import { probe } from "./probe.ts";

export const whois = tool({ contract, probe, analyse, keepS });
