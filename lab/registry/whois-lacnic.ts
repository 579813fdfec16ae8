import { NETWORKS, TROUBLED } from "../plan/networks.ts";
import { enclosing } from "./blocks.ts";
import { CLIENT, DATE } from "./whois-facts.ts";
import type { Telling } from "./whois-reply.ts";

const LACNIC_HEAD = `
% Joint Whois - whois.lacnic.net
%  This server accepts single ASN, IPv4 or IPv6 queries

`;

/** LACNIC's answer; for Brazilian addresses, LACNIC forwards the answer of Registro.br. */
export const lacnic: Telling = (address, network) => {
  if (address === TROUBLED.limited)
    return `${LACNIC_HEAD}% LACNIC resource: whois.lacnic.net\n\n% Query rate limit exceeded. Reduced information.\n`;
  const brazil = NETWORKS.find((one) => one.rir === "registro.br" && enclosing(one.cidr, address)) ?? null;
  if (brazil !== null)
    return `${LACNIC_HEAD}% Brazilian resource: whois.registro.br\n\n${brazilian(address, brazil, "")}`;
  return `${LACNIC_HEAD}% LACNIC resource: whois.lacnic.net\n\n% No match for ${network?.cidr ?? address}\n`;
};

export const brazilian: Telling = (address, network) =>
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
