import { NETWORKS, type Network, RIRS as REGISTRIES, type Rir, TROUBLED } from "../plan/networks.ts";
import { enclosing } from "./blocks.ts";
import { CLIENT, DATE } from "./whois-facts.ts";
import { ODD } from "./whois-odd.ts";
import { type Asked, reply } from "./whois-reply.ts";
import { rpsl } from "./whois-rpsl.ts";

/** How a registry of addresses tells of a network, and of none. */
export type Telling = (address: string, network: Network | null, question: string) => string;

const ARIN_HEAD = `
#
# ARIN WHOIS data and services are subject to the Terms of Use
# available at: https://www.arin.net/resources/registry/whois/tou/
#
# If you see inaccuracies in the results, please report at
# https://www.arin.net/resources/registry/whois/inaccuracy_reporting/
#
# Copyright 1997-2026, American Registry for Internet Numbers, Ltd.
#

`;

/** A network as ARIN prints it, with where else to ask. */
function arinNetwork(network: Network, referrals: readonly string[] = []): string {
  const { range, cidr, holder, abuse } = network;
  return `
NetRange:       ${range[0]} - ${range[1]}
CIDR:           ${cidr}
NetName:        ${network.name}
NetHandle:      ${network.handle}
Parent:         ${network.parent}
NetType:        ${network.type}
OriginAS:
Organization:   ${holder.name} (${holder.handle})
RegDate:        ${DATE.day(network.registered)}
Updated:        ${DATE.day(network.changed)}
Ref:            https://rdap.arin.net/registry/ip/${range[0]}
${referrals.map((one) => `\nReferralServer:  ${one}\n`).join("")}

OrgName:        ${holder.name}
OrgId:          ${holder.handle}
Address:        1600 Amphitheatre Parkway
City:           Mountain View
StateProv:      CA
PostalCode:     94043
Country:        ${holder.country}
RegDate:        2000-03-30
Updated:        2019-10-31
Ref:            https://rdap.arin.net/registry/entity/${holder.handle}


OrgAbuseHandle: ${abuse.handle}
OrgAbuseName:   Abuse
OrgAbusePhone:  ${abuse.phone}
OrgAbuseEmail:  ${abuse.email}
OrgAbuseRef:    https://rdap.arin.net/registry/entity/${abuse.handle}

`;
}

/** The network above a child's. */
function parentOf(network: Network): Network {
  const [a, b] = network.range[0].split(".");
  const range = [`${a}.${b}.0.0`, `${a}.${b}.255.255`] as const;
  return { ...network, cidr: `${a}.${b}.0.0/16`, range, name: "LAB-PARENT", handle: network.parent ?? "" };
}

/** ARIN: `n + ADDRESS` gives the networks in full; an address alone a list of them. */
const arin: Telling = (address, network, question) => {
  if (network === null) return `${ARIN_HEAD}\nNo match found for ${address}.\n\n${ARIN_HEAD}`;
  if (!/^n \+ /.test(question))
    return `${ARIN_HEAD}
Lab Parent Inc. LAB-PARENT (${network.parent}) ${parentOf(network).range.join(" - ")}
${network.holder.name} ${network.name} (${network.handle}) ${network.range.join(" - ")}

${ARIN_HEAD}`;
  if (address === TROUBLED.loop) return ARIN_HEAD + arinNetwork(network, ["whois://10.0.0.1"]) + ARIN_HEAD;
  if (address !== TROUBLED.broken) return ARIN_HEAD + arinNetwork(network) + ARIN_HEAD;
  return `${ARIN_HEAD}
# start
${arinNetwork(parentOf(network), ["rwhois://rwhois.elsewhere.net:4321"])}
# end


# start
${arinNetwork(network, ["whois://whois.ripe.net"])}
# end

${ARIN_HEAD}`;
};

const LACNIC_HEAD = `
% Joint Whois - whois.lacnic.net
%  This server accepts single ASN, IPv4 or IPv6 queries

`;

/** LACNIC passes on what it has from Brazil. */
const lacnic: Telling = (address, network) => {
  if (address === TROUBLED.limited)
    return `${LACNIC_HEAD}% LACNIC resource: whois.lacnic.net\n\n% Query rate limit exceeded. Reduced information.\n`;
  const brazil = NETWORKS.find((one) => one.rir === "registro.br" && enclosing(one.cidr, address)) ?? null;
  if (brazil !== null)
    return `${LACNIC_HEAD}% Brazilian resource: whois.registro.br\n\n${brazilian(address, brazil, "")}`;
  return `${LACNIC_HEAD}% LACNIC resource: whois.lacnic.net\n\n% No match for ${network?.cidr ?? address}\n`;
};

const brazilian: Telling = (address, network) =>
  network === null
    ? `% Copyright (c) Nic.br\n\n% No match for ${address}\n`
    : `
% Copyright (c) Nic.br - Use of this data is governed by the Use and
% Privacy Policy at https://registro.br/upp . Distribution,
% commercialization, reproduction, and use for advertising or similar
% purposes are expressly prohibited.
% 2026-11-20T00:00:00-03:00 - IP: ${CLIENT}

inetnum:     ${network.cidr}
aut-num:     AS22548
abuse-c:     ${network.abuse.handle}
owner:       ${network.holder.name}
ownerid:     ${network.holder.handle}
responsible: José da Conceição
country:     ${network.country}
owner-c:     ${network.abuse.handle}
tech-c:      ${network.abuse.handle}
inetrev:     ${network.cidr}
nserver:     a.dns.br
created:     ${DATE.digits(network.registered)}
changed:     ${DATE.digits(network.changed)}

nic-hdl-br:  ${network.abuse.handle}
person:      José da Conceição
e-mail:      ${network.abuse.email}
country:     BR
phone:       ${network.abuse.phone}
created:     19970101
changed:     20240101

% Security and mail abuse issues should also be addressed to
% cert.br, http://www.cert.br/ , respectivelly to cert@cert.br
% and mail-abuse@cert.br
`;

const JPNIC_HEAD = `[ JPNIC database provides information regarding IP address and ASN. Its use   ]
[ is restricted to network administration purposes. For further information,  ]
[ use 'whois -h whois.nic.ad.jp help'. To only display English output,        ]
[ add '/e' at the end of command, e.g. 'whois -h whois.nic.ad.jp xxx/e'.      ]

`;

const jpnic: Telling = (_, network) =>
  network === null
    ? `${JPNIC_HEAD}No match!!\n`
    : `${JPNIC_HEAD}Network Information:
a. [Network Number]             ${network.cidr}
b. [Network Name]               ${network.name}
g. [Organization]               ${network.holder.name}
m. [Administrative Contact]     ${network.abuse.handle}
n. [Technical Contact]          ${network.abuse.handle}
[Abuse]                         ${network.abuse.email}
[Assigned Date]                 ${DATE.slashes(network.registered)}
[Return Date]
[Last Update]                   ${DATE.slashes(network.changed)} 10:11:12(JST)

Less Specific Info.
----------
None
`;

const TELLINGS: Readonly<Record<Rir, Telling>> = {
  arin,
  ripe: rpsl("RIPE"),
  apnic: rpsl("APNIC"),
  afrinic: rpsl("AFRINIC"),
  lacnic,
  "registro.br": brazilian,
  jpnic,
};

/** The address in a question, with whatever options and keywords it came; null where it is for something else. */
export function addressIn(question: string): string | null {
  const word = (question.split(/\s+/).at(-1) ?? "").replace(/\/e$/, "").replace(/\/\d+$/, "");
  return /^[\d.]+$/.test(word) || /^[0-9a-f]*:[0-9a-f:.]*$/i.test(word) ? word : null;
}

/** Answers about addresses, by the server's name. */
export const RIRS: Readonly<Record<string, (asked: Asked, charset: "utf-8" | "latin1") => void>> =
  Object.fromEntries(
    (Object.keys(REGISTRIES) as Rir[]).map((rir) => [
      REGISTRIES[rir].whois,
      (asked: Asked, charset: "utf-8" | "latin1") => {
        const address = addressIn(asked.question) ?? "";
        if (address === TROUBLED.silent) return;
        if (address === TROUBLED.hostile) return ODD.endless(asked);
        const network = NETWORKS.find((one) => one.rir === rir && enclosing(one.cidr, address)) ?? null;
        reply(asked, TELLINGS[rir](address, network, asked.question), charset);
      },
    ]),
  );
