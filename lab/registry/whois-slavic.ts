import { REGISTRATION } from "../plan/registrations.ts";
import { CLIENT, comment, DATE, type Dialect, ds, perServer, registrar } from "./whois-facts.ts";

const { registered, changed, expires, updated } = REGISTRATION;

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
