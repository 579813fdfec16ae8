import { REGISTRATION } from "../plan/registrations.ts";
import { comment, DATE, type Dialect, ds, perServer, registrar } from "./whois-facts.ts";

const { registered, changed } = REGISTRATION;

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
`,
);

/** .eu uses NOT AVAILABLE for names that cannot be registered, while .be uses it for registered names. */
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
