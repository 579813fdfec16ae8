import { tool } from "@dnstools/core/tool/tool";
import { analyse } from "./analyse.ts";
import { contract } from "./contract.ts";
import { probe } from "./probe.ts";

/** The ssl tool. */
export const ssl = tool({ contract, probe, analyse });
