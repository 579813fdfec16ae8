import { REGISTRATION, stateOf } from "../plan/registrations.ts";
import { CLIENT, comment, DATE, type Dialect, ds, perServer, registrar } from "./whois-facts.ts";

const { registered, changed, expires, updated } = REGISTRATION;

const DENIC_TERMS = comment(
  "%",
  `Restricted rights.

Terms and Conditions of Use

The above data may only be used within the scope of technical or
administrative necessities of Internet operation or to remedy legal
problems.
The use for other purposes, in particular for advertising, is not permitted.`,
);

/** DENIC wants `-T dn`, and `ace` with it for a name in A-labels. */
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

/** Switzerland refers all but a few to its web site. */
export const ch: Dialect = () =>
  "Requests of this client are not permitted. Please use https://www.nic.ch/whois/ for queries.\n";

export const nl: Dialect = (name, state) => {
  if (state === "limited") return `${name}: only 1 request per second allowed, try again later\n`;
  if (state === "free") return `${name} is free\n`;
  if (state === "reserved") return `${name} is excluded from registration\n`;
  return `Domain name: ${name}
Status:      ${state === "dropped" ? "in quarantine" : "active"}

Registrar:
   ${registrar.name}
   1 Registry Street
   20190 RESTON
   United States of America

Abuse Contact:
   ${registrar.abuse.phone}
   ${registrar.abuse.email}

DNSSEC:      yes

Domain nameservers:
${perServer((server, [address]) => `   ${server}       ${address}\n`)}
Creation Date: ${DATE.day(registered)}

Updated Date: ${DATE.day(changed)}

Record maintained by: SIDN BV

Copyright notice
No part of this publication may be reproduced, published, stored in a
retrieval system, or transmitted, in any form or by any means, without prior
permission of the Foundation for Internet Domain Registration in the
Netherlands (SIDN).
`;
};

const BE_TERMS = comment(
  "%",
  `.be Whois Server 6.1

The WHOIS service offered by DNS Belgium and the access to the records in the DNS Belgium
WHOIS database are provided for information purposes only. It allows
persons to check whether a specific domain name is still available or not
and to obtain information related to the registration records of
existing domain names.
`,
);

export const be: Dialect = (name, state) => {
  if (state === "limited")
    return "% Excessive querying, grace period of 300 seconds.\n-3: Still in grace period\n";
  if (state === "free") return `${BE_TERMS}\nDomain:\t${name}\nStatus:\tAVAILABLE\n`;
  if (state === "reserved") return `${BE_TERMS}\nDomain:\t${name}\nStatus:\tNOT ALLOWED\n`;
  return `${BE_TERMS}
Domain:\t${name}
Status:\t${state === "dropped" ? "QUARANTINE" : "NOT AVAILABLE"}
Registered:\t${DATE.belgian(registered)}

Registrant:
\tNot shown, please visit www.dnsbelgium.be for webbased whois.

Registrar Technical Contacts:

Registrar:
\tName:\t${registrar.name}
\tWebsite:\t${registrar.url}

Nameservers:
${state === "dropped" ? "" : perServer((server) => `\t${server}\n`)}
Keys:
\tkeyTag:${ds.keyTag} flags:KSK protocol:3 algorithm:ECDSAP256SHA256 pubKey:mdsswUyr3DPW132mOi8V9xESWE8jTo0d

Flags:
\tclientTransferProhibited

Please visit www.dnsbelgium.be for more info.
`;
};

const EU_TERMS = comment(
  "%",
  `The WHOIS service offered by EURid and the access to the records
in the EURid WHOIS database are provided for information purposes
only. It allows persons to check whether a specific domain name
is still available or not and to obtain information related to
the registration records of existing domain names.

WHOIS ${""}`,
);

/** Of .eu NOT AVAILABLE is said of names that nobody can have; of .be it is said of those that somebody has. */
export const eu: Dialect = (name, state) => {
  const head = `${EU_TERMS}Domain: ${name}\nScript: LATIN\n\n`;
  if (state === "limited") return "-1: Still in grace period, wait 43 seconds\n";
  if (state === "free") return `${head}Status: AVAILABLE\n`;
  if (state === "reserved") return `${head}Status: NOT AVAILABLE\n`;
  if (state === "dropped") return `${head}Status: QUARANTINE\n`;
  return `${head}Registrant:
        NOT DISCLOSED!
        Visit www.eurid.eu for the web-based WHOIS.

Technical:
        Organisation: ${registrar.name}
        Language: en
        Email: ${registrar.abuse.email}

Registrar:
        Name: ${registrar.name}
        Website: ${registrar.url}

Name servers:
${perServer((server) => `        ${server}\n`)}
Keys:
        flags:KSK protocol:3 algorithm:ECDSAP256SHA256 pubKey:mdsswUyr3DPW132mOi8V9xESWE8jTo0d

Please visit www.eurid.eu for more info.
`;
};

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

const UK_TAIL = `
    WHOIS lookup made at 00:00:00 ${DATE.british(updated)}

-- ${""}
This WHOIS information is provided for free by Nominet UK the central registry
for .uk domain names. This information and the .uk WHOIS are:

    Copyright Nominet UK 1996 - 2026.

You may not access the .uk WHOIS or use any data from it except as permitted
by the terms of use available in full at https://www.nominet.uk/whoisterms.
`;

export const uk: Dialect = (name, state) => {
  const none = `\n    No match for "${name}".\n\n`;
  if (state === "limited")
    return `\nThe WHOIS query quota for ${CLIENT} has been exceeded\nand will be replenished in 42 seconds\n`;
  if (state === "free") return `${none}    This domain name has not been registered.\n${UK_TAIL}`;
  if (state === "reserved")
    return `${none}    This domain cannot be registered because it contravenes the registry's\n    naming rules. The reason is:\n        reserved.\n${UK_TAIL}`;
  return `
    Domain name:
        ${name}

    Registrar:
        ${registrar.name} [Tag = LABREG]
        URL: ${registrar.url}

    Relevant dates:
        Registered on: ${DATE.british(registered)}
        Expiry date:  ${DATE.british(expires)}
        Last updated:  ${DATE.british(changed)}

    Registration status:
        ${state === "dropped" ? "Renewal required.\n        *** This registration has been SUSPENDED. ***" : "Registered until expiry date."}

    Name servers:
${perServer((server, [address]) => `        ${server}            ${address}\n`)}
    DNSSEC:
        Signed
${UK_TAIL}`;
};
