import { ADDRESS_REGISTRIES, REGISTRIES } from "../plan/registries.ts";
import { enclosing } from "./blocks.ts";

const HEAD = `% IANA WHOIS server
% for more information on IANA, visit http://www.iana.org
`;
const TAIL = `
changed:      2024-05-20
source:       IANA

`;

/**
 * Returns the answer of whois.iana.org about a top-level domain or an address. The answer names the server to query.
 */
export function iana(question: string): string {
  const name = question.toLowerCase().replace(/^\.|\.$/g, "");
  if (/^[\d.]+$|:/.test(name)) return ofAddress(name);
  // For a longer name, the answer is about its top-level domain.
  const tld = name.slice(name.lastIndexOf(".") + 1);
  const registry = REGISTRIES[tld];
  if (registry === undefined) return nothing(question);
  const { whois } = registry;
  return `${HEAD}% This query returned 1 object

${whois === undefined ? "" : `refer:        ${whois}\n\n`}domain:       ${tld.toUpperCase()}

organisation: Registry of .${tld}
address:      1 Registry Street
address:      Reston Virginia 20190
address:      United States of America (the)

contact:      administrative
name:         Registry Customer Service
organisation: Registry of .${tld}
phone:        +1 703 925-6999
e-mail:       info@registry.${tld}

nserver:      NS1.NIC.${tld.toUpperCase()} 194.0.0.53
ds-rdata:     19718 13 2 8acbb0cd28f41250a80a491389424d341522d946b0da0c0291f2d3d771d7805a

${whois === undefined ? "" : `whois:        ${whois}\n\n`}status:       ACTIVE
remarks:      Registration information: https://www.nic.${tld}

created:      1985-01-01${TAIL}`;
}

function ofAddress(address: string): string {
  const all = Object.entries(ADDRESS_REGISTRIES).flatMap(([name, { whois, blocks }]) =>
    blocks.map((block) => ({ name, whois, block })),
  );
  const found = all.find(({ block }) => enclosing(block, address));
  if (found === undefined) return nothing(address);
  const { name, whois, block } = found;
  const [first = ""] = block.split(".");
  const shown = block.includes(":")
    ? `inet6num:     ${block}`
    : `inetnum:      ${first}.0.0.0 - ${first}.255.255.255`;
  return `${HEAD}% This query returned 1 object

refer:        ${whois}

${shown}
organisation: ${name}
status:       ALLOCATED

whois:        ${whois}
${TAIL}`;
}

function nothing(question: string): string {
  return `${HEAD}% This query returned 0 objects.
%
% You queried for ${question} but this server does not have
% any data for ${question}.
%
`;
}
