import type { Network } from "../plan/network-shapes.ts";
import { TROUBLED } from "../plan/networks.ts";
import { DATE } from "./whois-facts.ts";
import type { Telling } from "./whois-reply.ts";

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

/** Returns a network as ARIN prints it, with referrals to other servers. */
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

/** Returns the parent of a network. */
function parentOf(network: Network): Network {
  const [a, b] = network.range[0].split(".");
  const range = [`${a}.${b}.0.0`, `${a}.${b}.255.255`] as const;
  return { ...network, cidr: `${a}.${b}.0.0/16`, range, name: "LAB-PARENT", handle: network.parent ?? "" };
}

/** ARIN's answer: the query `n + ADDRESS` gets the networks in full, a plain address only a list of them. */
export const arin: Telling = (address, network, question) => {
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
