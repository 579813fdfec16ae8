import { REGISTRATION } from "../plan/registrations.ts";
import { CLIENT, comment, DATE, type Dialect, ds, perServer, registrar } from "./whois-facts.ts";

const { registered, changed, expires, updated } = REGISTRATION;

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

/** Norid's answers are in ISO 8859-1. */
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

const CZ_TERMS = comment(
  "%",
  ` (c) 2006-2026 CZ.NIC, z.s.p.o.

Intended use of supplied data and information

Data contained in the domain name register, as well as information
supplied through public information services of CZ.NIC association,
are appointed only for purposes connected with Internet network
administration and operation.

Whoisd Server Version: 3.15.0
Timestamp: Fri Nov 20 00:00:00 2026`,
);

export const cz: Dialect = (name, state) => {
  if (state === "limited") return "% Your connection limit exceeded. Please slow down and try again later.\n";
  if (state === "free" || state === "reserved")
    return `${CZ_TERMS}\n%ERROR:101: no entries found\n%\n% No entries found.\n`;
  return `${CZ_TERMS}
domain:       ${name}
registrant:   LAB-1
nsset:        NSS:LAB-1:1
keyset:       AUTO-LAB
registrar:    REG-LABREGISTRAR
${state === "dropped" ? "status:       To be deleted\n" : ""}registered:   ${DATE.czech(registered)}
changed:      ${DATE.czech(changed)}
expire:       ${DATE.czech(expires).slice(0, 10)}

nsset:        NSS:LAB-1:1
${perServer((server) => `nserver:      ${server}\n`)}tech-c:       LAB-1
registrar:    REG-LABREGISTRAR
created:      ${DATE.czech(registered)}
`;
};

const PL_TAIL = `
WHOIS database responses: https://dns.pl/en/whois

WHOIS displays data with a delay not exceeding 15 minutes in relation to the .pl Registry system
`;

export const pl: Dialect = (name, state) => {
  if (state === "limited") return `request limit exceeded for ${CLIENT}\n`;
  if (state === "free" || state === "reserved")
    return `No information available about domain name ${name} in the Registry NASK database.\n${PL_TAIL}`;
  return `
DOMAIN NAME:           ${name}
registrant type:       organization
nameservers:           ${perServer((server, all, i) => `${i === 0 ? "" : " ".repeat(23)}${server}. ${all.map((one) => `[${one}]`).join("")}\n`)}created:               ${DATE.dots(registered)}
last modified:         ${DATE.dots(changed)}
renewal date:          ${DATE.dots(expires)}

${state === "dropped" ? "status:                PENDING DELETE\n" : ""}no option

dnssec:                Signed
DS:                    ${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}

REGISTRAR:
${registrar.name}
1 Registry Street
US-20190 Reston
${registrar.abuse.email}
${PL_TAIL}`;
};

const FR_TERMS = comment(
  "%%",
  `
This is the AFNIC Whois server.

complete date format: YYYY-MM-DDThh:mm:ssZ

Rights restricted by copyright.
See https://www.afnic.fr/en/domain-names-and-support/everything-there-is-to-know-about-domain-names/find-a-domain-name-or-a-holder-using-whois/

`,
);

export const fr: Dialect = (name, state) => {
  if (state === "limited") return `${FR_TERMS}\n%% Too many requests, try again later\n`;
  if (state === "free" || state === "reserved") return `${FR_TERMS}\n%% NOT FOUND\n\n`;
  return `${FR_TERMS}
domain:                        ${name}
status:                        ${state === "dropped" ? "REDEMPTION" : "ACTIVE"}
eppstatus:                     ${state === "dropped" ? "redemptionPeriod" : "active"}
hold:                          NO
holder-c:                      ANO00-FRNIC
registrar:                     ${registrar.name}
Expiry Date:                   ${expires}
created:                       ${registered}
last-update:                   ${changed}
source:                        FRNIC

${perServer((server) => `nserver:                       ${server}\n`)}source:                        FRNIC

key1-tag:                      ${ds.keyTag}
key1-algo:                     ${ds.algorithm} [ECDSAP256SHA256]
key1-dgst-t:                   ${ds.digestType} [SHA256]
key1-dgst:                     ${ds.digest}

registrar:                     ${registrar.name}
phone:                         ${registrar.abuse.phone}
e-mail:                        ${registrar.abuse.email}
website:                       ${registrar.url}
source:                        FRNIC
`;
};

const SI_TERMS = comment(
  "%",
  `This is ARNES whois database

Rights restricted by copyright

Vsi podatki so zasciteni
`,
);

export const si: Dialect = (name, state) => {
  if (state === "limited") return `%ERROR:201: access denied for ${CLIENT}\n`;
  if (state === "free" || state === "reserved")
    return `${SI_TERMS}\n%ERROR:101: no entries found\n%\n% No entries found for the selected source(s).\n`;
  return `${SI_TERMS}
domain:         ${name}
registrar:      ${registrar.name}
registrar-url:  ${registrar.url}
${perServer((server) => `nameserver:     ${server}\n`)}registrant:     NOT DISCLOSED
status:         ${state === "dropped" ? "pending_delete" : "client_locked"}
created:        ${DATE.day(registered)}
expire:         ${DATE.day(expires)}
source:         ARNES
`;
};

const RU_TERMS = comment(
  "%",
  "TCI Whois Service. Terms of use:\nhttps://tcinet.ru/documents/whois_ru_rf.pdf (in Russian)",
);

export const ru: Dialect = (name, state) => {
  const tail = `\nLast updated on ${updated}\n\n`;
  if (state === "limited") return "% You have exceeded allowed connection rate. Please try again later.\n";
  if (state === "free" || state === "reserved")
    return `${RU_TERMS}\nNo entries found for the selected source(s).\n${tail}`;
  return `${RU_TERMS}
domain:        ${name.toUpperCase()}
${perServer((server) => `nserver:       ${server}.\n`)}state:         REGISTERED, ${state === "dropped" ? "NOT DELEGATED, UNVERIFIED" : "DELEGATED, VERIFIED"}
person:        Private Person
registrar:     LAB-RU
admin-contact: ${registrar.url}
created:       ${registered}
paid-till:     ${expires}
free-date:     ${DATE.day(expires).replace("-02-03", "-03-06")}
source:        TCI
${tail}`;
};
