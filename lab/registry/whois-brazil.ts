import { REGISTRATION } from "../plan/registrations.ts";
import { CLIENT, comment, DATE, type Dialect, ds, perServer } from "./whois-facts.ts";

const { registered, changed, expires, updated } = REGISTRATION;

const BR_HEAD = comment(
  "%",
  `Copyright (c) Nic.br - Use of this data is governed by the Use and
Privacy Policy at https://registro.br/upp . Distribution,
commercialization, reproduction, and use for advertising or similar
purposes are expressly prohibited.
${updated.replace("Z", "-03:00")} - IP: ${CLIENT}`,
);

const BR_TAIL = `
% Security and mail abuse issues should also be addressed to
% cert.br, http://www.cert.br/ , respectivelly to cert@cert.br
% and mail-abuse@cert.br
%
% whois.registro.br accepts only direct match queries. Types
% of queries are: domain (.br), registrant (tax ID), ticket,
% provider, CIDR block, IP and ASN.
`;

/** Registro.br answers in ISO 8859-1. */
export const br: Dialect = (name, state) => {
  if (state === "limited")
    return `${BR_HEAD}\n% Query rate limit exceeded. Maximum concurrent connections reached.\n`;
  if (state === "free") return `${BR_HEAD}\n% No match for ${name}\n${BR_TAIL}`;
  if (state === "reserved") return `${BR_HEAD}\n% release process: waiting\n${BR_TAIL}`;
  return `${BR_HEAD}
domain:      ${name}
owner:       Companhia de Informação São João
owner-c:     ABCDE
tech-c:      ABCDE
${perServer((server) => `nserver:     ${server}\nnsstat:      ${DATE.digits(updated)} AA\nnslastaa:    ${DATE.digits(updated)}\n`)}dsrecord:    ${ds.keyTag} ECDSA-SHA-256 ${ds.digest}
dsstatus:    ${DATE.digits(updated)} DSOK
created:     ${DATE.digits(registered)} #123456
changed:     ${DATE.digits(changed)}
expires:     ${DATE.digits(expires)}
status:      ${state === "dropped" ? "on-hold" : "published"}

nic-hdl-br:  ABCDE
person:      José da Conceição
created:     ${DATE.digits(registered)}
changed:     ${DATE.digits(changed)}
${BR_TAIL}`;
};
