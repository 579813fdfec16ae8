import { REGISTRATION } from "../plan/registrations.ts";
import { CLIENT, comment, DATE, type Dialect, ds, perServer, registrar } from "./whois-facts.ts";

const { registered, changed, expires } = REGISTRATION;

const SE_TERMS = comment(
  "#",
  `Copyright (c) 1997- The Swedish Internet Foundation.
All rights reserved.
The information obtained through searches, or otherwise, is protected
by the Swedish Copyright Act (1960:729) and international conventions.
Result of search for registered domain names under
the .se top level domain.`,
);

export const se: Dialect = (name, state) => {
  if (state === "limited") return `${SE_TERMS}\nQuery rate limit exceeded for ${CLIENT}, try again later\n`;
  if (state === "free" || state === "reserved") return `${SE_TERMS}\n"${name}" not found.\n`;
  return `${SE_TERMS}
state:            ${state === "dropped" ? "quarantine" : "active"}
domain:           ${name}
holder:           (not shown)
created:          ${DATE.day(registered)}
modified:         ${DATE.day(changed)}
expires:          ${DATE.day(expires)}
${perServer((server) => `nserver:          ${server}\n`)}dnssec:           signed delegation
registry-lock:    unlocked
status:           ${state === "dropped" ? "pendingDelete" : "ok"}
registrar:        ${registrar.name}
`;
};

const NO_TERMS = comment(
  "%",
  `By looking up information in the domain registration directory
service, you confirm that you accept the terms and conditions of the
service:
https://www.norid.no/en/domeneoppslag/vilkar/
`,
);

/** Norid's answer, which is sent in ISO 8859-1. */
export const no: Dialect = (name, state) => {
  if (state === "limited")
    return `${NO_TERMS}\n% Too many requests from ${CLIENT}, access temporarily denied\n`;
  if (state !== "registered") return `${NO_TERMS}\n% No match\n`;
  return `${NO_TERMS}
Domain Information

NORID Handle...............: REG1234D-NORID
Domain Name................: ${name}
Registrar Handle...........: REG999-NORID
Tech-c Handle..............: LR123R-NORID
${perServer((_, __, i) => `Name Server Handle.........: NSLA${i + 1}H-NORID\n`)}DNSSEC.....................: Signed
DS Key Tag     1...........: ${ds.keyTag}
Algorithm      1...........: ${ds.algorithm}
Digest Type    1...........: ${ds.digestType}
Digest         1...........: ${ds.digest}

Additional information:
Created:         ${DATE.day(registered)}
Last updated:    ${DATE.day(changed)}

NORID Handle...............: BS77O-NORID
Type.......................: organization
Name.......................: Blåbærsyltetøy AS
Post Address...............: Økernveien 9
Postal Area................: Tromsø
Country....................: NO
`;
};

const DK_TERMS = comment(
  "#",
  `Hello ${CLIENT}. Your session has been logged.

Copyright (c) 2002 - 2026 by Punktum dk A/S

Version: 5.4.0

The data in the DK Whois database is provided by Punktum dk A/S
for information purposes only, and to assist persons in obtaining
information about or related to a domain name registration record.
`,
);

export const dk: Dialect = (name, state) => {
  if (state === "limited") return "Too many connections.\n";
  if (state === "free") return `${DK_TERMS}\nNo entries found for the selected source.\n`;
  if (state === "reserved")
    return `${DK_TERMS}\nDomain:               ${name}\nStatus:               Reserved\n`;
  return `${DK_TERMS}
Domain:               ${name}
DNS:                  ${name}
Registered:           ${DATE.day(registered)}
Expires:              ${DATE.day(expires)}
Registrar:            ${registrar.name}
Registration period:  5 years
VID:                  no
DNSSEC:               Signed delegation
Status:               ${state === "dropped" ? "Deactivated" : "Active"}

Nameservers
${perServer((server) => `Hostname:             ${server}\n`)}`;
};
