import { parseCidr } from "@dnstools/core/protocol/ip";
import type { ParamRules } from "@dnstools/core/tool/params";

/** Parameter rules for calls to a server. Every address is allowed, because the server applies its own rules. */
export const SERVER_RULES: ParamRules = {
  allow: ["0.0.0.0/0", "::/0"].map(parseCidr).filter((block) => block !== null),
  deny: { names: [], blocks: [] },
};
