import { REGISTRATION, stateOf } from "../plan/registrations.ts";
import { comment, DATE, type Dialect, perServer, registrar } from "./whois-facts.ts";

const { changed } = REGISTRATION;

const DENIC_TERMS = comment(
  "%",
  `Restricted rights.

Terms and Conditions of Use

The above data may only be used within the scope of technical or
administrative necessities of Internet operation or to remedy legal
problems.
The use for other purposes, in particular for advertising, is not permitted.`,
);

/** DENIC's answer. The query needs `-T dn`, with `ace` for a name in A-labels. */
export function denic(question: string): string {
  const [, name] = /^-T dn,ace (\S+)$/.exec(question) ?? [];
  if (name === undefined) return `${DENIC_TERMS}\n% Error: 55000000013 Invalid query: ${question}\n`;
  const state = stateOf(name.split(".")[0] ?? "");
  if (state === "limited") return "% Error: 55000000002 Connection refused; access control limit reached.\n";
  if (state === "free") return `${DENIC_TERMS}\nDomain: ${name}\nStatus: free\n`;
  if (state === "reserved") return `${DENIC_TERMS}\nDomain: ${name}\nStatus: invalid\n`;
  if (state === "dropped") return `${DENIC_TERMS}\nDomain: ${name}\nStatus: redemptionPeriod\n`;
  return `${DENIC_TERMS}
Domain: ${name}
${perServer((server) => `Nserver: ${server}\n`)}Dnskey: 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
Status: connect
Changed: ${changed.replace("Z", "+01:00")}
`;
}

/** The Swiss registry refers almost all clients to its web site. */
export const ch: Dialect = () =>
  "Requests of this client are not permitted. Please use https://www.nic.ch/whois/ for queries.\n";

const AT_TERMS = comment(
  "%",
  `Copyright (c)2026 by NIC.AT (1)

Restricted rights.

Except for agreed Internet operational purposes, no part of this
information may be reproduced, stored in a retrieval system, or
transmitted, in any form or by any means.
`,
);

export const at: Dialect = (name, state) => {
  if (state === "limited") return `${AT_TERMS}\n% Quota exceeded\n`;
  if (state === "free" || state === "reserved") return `${AT_TERMS}\n% nothing found\n`;
  return `${AT_TERMS}
domain:         ${name}
registrar:      ${registrar.name} ( https://nic.at/registrar/999 )
registrant:     <data not disclosed>
tech-c:         LR1-NICAT
${perServer((server) => `nserver:        ${server}\n`)}changed:        ${DATE.digits(changed)} ${changed.slice(11, 19)}
source:         AT-DOM

`;
};
