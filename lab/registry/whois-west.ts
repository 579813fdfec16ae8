import { REGISTRATION } from "../plan/registrations.ts";
import { CLIENT, comment, DATE, type Dialect, ds, perServer, registrar } from "./whois-facts.ts";

const { registered, changed, expires, updated } = REGISTRATION;

const UK_TAIL = `
    WHOIS lookup made at 00:00:00 ${DATE.british(updated)}

--
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
