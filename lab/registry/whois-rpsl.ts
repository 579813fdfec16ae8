import type { Network } from "../plan/network-shapes.ts";

type Source = "RIPE" | "APNIC" | "AFRINIC";

const HEADS: Readonly<Record<Source, string>> = {
  RIPE: `% This is the RIPE Database query service.
% The objects are in RPSL format.
%
% The RIPE Database is subject to Terms and Conditions.
% See https://docs.db.ripe.net/terms-conditions.html

% Note: this output has been filtered.
%       To receive output for a database update, use the "-B" flag.
`,
  APNIC: `% [whois.apnic.net]
% Whois data copyright terms    http://www.apnic.net/db/dbcopyright.html
`,
  AFRINIC: `% This is the AfriNIC Whois server.
% The AFRINIC whois database is subject to  the following terms of Use. See https://afrinic.net/whois/terms
`,
};

/** Each registry's answer about addresses that belong to another registry. */
const OTHERS: Readonly<Record<Source, (address: string) => string>> = {
  RIPE: (address) => `
% Information related to '${address}'

% No abuse contact registered for ${address}

inetnum:        ${address}
netname:        NON-RIPE-NCC-MANAGED-ADDRESS-BLOCK
descr:          IPv4 address block not managed by the RIPE NCC
remarks:        You can find the whois server to query, or the
remarks:        IANA registry to query on this web page:
remarks:        http://www.iana.org/assignments/ipv4-address-space
country:        EU # Country is really world wide
status:         ALLOCATED UNSPECIFIED
mnt-by:         RIPE-NCC-HM-MNT
source:         RIPE
`,
  APNIC: () => "\n%ERROR:101: no entries found\n%\n% No entries found in source APNIC.\n",
  AFRINIC: () => "\n%ERROR:101: no entries found\n%\n% No entries found in source AFRINIC.\n",
};

/**
 * Returns a function that answers as a registry with RPSL objects does. Without `-r` in the query, contacts are
 * included. Registries limit the number of contacts per day, so clients should request them only if needed.
 */
export function rpsl(source: Source) {
  return (address: string, network: Network | null, question: string): string => {
    const head = HEADS[source];
    if (network === null) return head + OTHERS[source](address);
    const { cidr, handle, holder, abuse } = network;
    const range = cidr.includes(":") ? `inet6num:       ${cidr}` : `inetnum:        ${handle}`;
    const stub = `descr:          ${holder.name} on 2017-08-22T00:00:00Z.\n`;
    return `${head}
% Information related to '${handle}'

% Abuse contact for '${handle}' is '${abuse.email}'

${range}
netname:        ${network.name}
${network.stub ? stub : `descr:          ${holder.name}\n`}org:            ${holder.handle}
country:        ${network.country}
admin-c:        ${abuse.handle}
tech-c:         ${abuse.handle}
status:         ${network.type}
mnt-by:         ${network.stub ? "APNIC-STUB" : `${holder.handle}-MNT`}
${source === "APNIC" ? `mnt-irt:        ${abuse.handle}\n` : ""}created:        ${network.registered}
last-modified:  ${network.changed}
source:         ${source}${source === "RIPE" ? " # Filtered" : ""}
${/(^|\s)-\w*r/.test(question) ? "" : contact(network, source)}
% This query was served by the ${source} Database Query Service version 1.114 (BUSA)

`;
  };
}

function contact({ holder, abuse }: Network, source: Source): string {
  return `
role:           Abuse of ${holder.name}
address:        1 Registry Street
phone:          ${abuse.phone}
e-mail:         ${abuse.email}
nic-hdl:        ${abuse.handle}
mnt-by:         ${holder.handle}-MNT
source:         ${source}
`;
}
