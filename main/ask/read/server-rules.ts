import { parseCidr } from "@dnstools/core/protocol/ip";
import type { ParamRules } from "@dnstools/core/tool/params";

/** The rules for questions to a server, which has rules of its own: every address is taken here. */
export const SERVER_RULES: ParamRules = {
  allow: ["0.0.0.0/0", "::/0"].map(parseCidr).filter((block) => block !== null),
  deny: { names: [], blocks: [] },
};
