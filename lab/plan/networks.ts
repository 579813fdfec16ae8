import type { Network, Rir } from "./network-shapes.ts";
import { OWN_NETWORKS } from "./own-domains.ts";
import { ADDRESS_REGISTRIES } from "./registries.ts";

/** Each registry's RDAP base URL and port-43 server. */
export const RIRS: Readonly<Record<Rir, { readonly base: string; readonly whois: string }>> = {
  arin: ADDRESS_REGISTRIES.ARIN,
  ripe: ADDRESS_REGISTRIES["RIPE NCC"],
  apnic: ADDRESS_REGISTRIES.APNIC,
  lacnic: ADDRESS_REGISTRIES.LACNIC,
  afrinic: ADDRESS_REGISTRIES.AFRINIC,
  "registro.br": { base: "https://rdap.registro.br/", whois: "whois.registro.br" },
  jpnic: { base: "https://rdap.nic.ad.jp/", whois: "whois.nic.ad.jp" },
};

const RIPE_RANGE = (first: string, last: string) => ({
  range: [first, last] as const,
  handle: `${first} - ${last}`,
});

const HOSTER = {
  rir: "ripe",
  type: "ALLOCATED PA",
  country: "DE",
  holder: { handle: "ORG-HOA1-RIPE", name: "Hoster Online GmbH", country: "DE" },
  abuse: { handle: "HOAC1-RIPE", email: "abuse@hoster.de", phone: "+49 9831 505-0" },
  registered: "2012-04-20T07:12:48Z",
  changed: "2024-03-06T12:43:20Z",
} as const;

const NEW_HOLDER = { handle: "ORG-TRANS1-RIPE", name: "Transferred B.V.", country: "NL" } as const;

/** All registered networks, the most specific first. */
export const NETWORKS: readonly Network[] = [
  ...OWN_NETWORKS,
  {
    rir: "arin",
    cidr: "8.8.8.0/24",
    range: ["8.8.8.0", "8.8.8.255"],
    handle: "NET-8-8-8-0-2",
    name: "GOGL",
    type: "DIRECT ALLOCATION",
    parent: "NET-8-0-0-0-0",
    holder: { handle: "GOGL", name: "Google LLC", country: "US" },
    abuse: { handle: "ABUSE5250-ARIN", email: "network-abuse@google.com", phone: "+1-650-253-0000" },
    registered: "2023-12-28T17:24:33Z",
    changed: "2023-12-28T17:24:56Z",
  },
  {
    rir: "ripe",
    cidr: "193.0.0.0/21",
    ...RIPE_RANGE("193.0.0.0", "193.0.7.255"),
    name: "RIPE-NCC",
    type: "ASSIGNED PA",
    country: "NL",
    parent: "193.0.0.0 - 193.0.23.255",
    holder: {
      handle: "ORG-RIEN1-RIPE",
      name: "Reseaux IP Europeens Network Coordination Centre",
      country: "NL",
    },
    abuse: { handle: "OPS4-RIPE", email: "abuse@ripe.net", phone: "+31 20 535 4444" },
    registered: "2003-03-17T12:15:57Z",
    changed: "2017-12-04T14:42:31Z",
  },
  {
    rir: "apnic",
    cidr: "1.1.1.0/24",
    ...RIPE_RANGE("1.1.1.0", "1.1.1.255"),
    name: "APNIC-LABS",
    type: "ASSIGNED PORTABLE",
    country: "AU",
    holder: { handle: "ORG-ARAD1-AP", name: "APNIC Research and Development", country: "AU" },
    abuse: { handle: "IRT-APNICRANDNET-AU", email: "helpdesk@apnic.net", phone: "+61-7-3858-3188" },
    registered: "2011-08-10T23:12:35Z",
    changed: "2023-04-26T22:57:58Z",
  },
  { ...HOSTER, cidr: "5.9.0.0/16", ...RIPE_RANGE("5.9.0.0", "5.9.255.255"), name: "DE-HOSTER-20120420" },
  { ...HOSTER, cidr: "5.31.0.0/16", ...RIPE_RANGE("5.31.0.0", "5.31.255.255"), name: "DE-HOSTER-20120421" },
  {
    ...HOSTER,
    cidr: "2a01:4f8::/32",
    range: ["2a01:4f8::", "2a01:4f8:ffff:ffff:ffff:ffff:ffff:ffff"],
    handle: "2a01:4f8::/32",
    name: "DE-HOSTER-20070831",
    type: "ALLOCATED-BY-RIR",
  },
  {
    ...HOSTER,
    cidr: "2a01:31::/32",
    range: ["2a01:31::", "2a01:31:ffff:ffff:ffff:ffff:ffff:ffff"],
    handle: "2a01:31::/32",
    name: "DE-HOSTER-20070901",
    type: "ALLOCATED-BY-RIR",
  },
  {
    rir: "registro.br",
    cidr: "200.160.0.0/20",
    range: ["200.160.0.0", "200.160.15.255"],
    handle: "200.160.0.0/20",
    name: "NICBR",
    type: "DIRECT ALLOCATION",
    country: "BR",
    holder: { handle: "05.506.560/0001-36", name: "Núcleo de Inf. e Coord. do Ponto BR", country: "BR" },
    abuse: { handle: "FAN", email: "abuse@nic.br", phone: "+55 11 55093500" },
    registered: "1999-11-29T12:00:00Z",
    changed: "2020-04-30T12:00:00Z",
  },
  {
    rir: "arin",
    cidr: "154.6.204.0/22",
    range: ["154.6.204.0", "154.6.207.255"],
    handle: "NET-154-6-204-0-1",
    name: "TRANSFERRED-TO-ARIN",
    type: "DIRECT ALLOCATION",
    parent: "NET-154-0-0-0-0",
    holder: { handle: "TRANS-7", name: "Transferred Networks Inc.", country: "US" },
    abuse: { handle: "ABUSE9999-ARIN", email: "abuse@transferred.net", phone: "+1-555-555-0199" },
    registered: "2019-06-07T10:00:00Z",
    changed: "2021-02-03T10:00:00Z",
  },
  {
    rir: "jpnic",
    cidr: "43.0.0.0/20",
    range: ["43.0.0.0", "43.0.15.255"],
    handle: "JPNIC-NET-43-0-0-0-20",
    name: "LAB-JP",
    type: "ALLOCATED PORTABLE",
    country: "JP",
    holder: { handle: "LAB-JP-ORG", name: "Lab Kabushiki Kaisha", country: "JP" },
    abuse: { handle: "LAB1JP", email: "abuse@lab.ad.jp", phone: "+81-3-5297-2311" },
    registered: "1990-11-01T00:00:00Z",
    changed: "2025-11-20T10:11:12Z",
  },
  {
    rir: "afrinic",
    cidr: "196.1.1.0/24",
    ...RIPE_RANGE("196.1.1.0", "196.1.1.255"),
    name: "LAB-ZA",
    type: "ASSIGNED PI",
    country: "ZA",
    holder: { handle: "ORG-LAB1-AFRINIC", name: "Lab Networks (Pty) Ltd", country: "ZA" },
    abuse: { handle: "LAB1-AFRINIC", email: "abuse@lab.co.za", phone: "+27-11-555-0100" },
    registered: "2004-08-25T00:00:00Z",
    changed: "2019-07-16T00:00:00Z",
  },
  {
    rir: "apnic",
    stub: true,
    cidr: "202.1.1.0/24",
    ...RIPE_RANGE("202.1.1.0", "202.1.1.255"),
    name: "STUB-202-1-1SLASH24",
    type: "ALLOCATED PORTABLE",
    country: "ZZ",
    holder: { handle: "STUB-AP", name: "Transferred to the RIPE region", country: "ZZ" },
    abuse: { handle: "IRT-STUB-AP", email: "no-email@apnic.net", phone: "+00 0000 0000" },
    registered: "2017-08-22T00:00:00Z",
    changed: "2017-08-22T00:00:00Z",
  },
  {
    rir: "ripe",
    cidr: "202.1.1.0/24",
    ...RIPE_RANGE("202.1.1.0", "202.1.1.255"),
    name: "NL-TRANSFERRED-20170822",
    type: "ALLOCATED PA",
    country: "NL",
    holder: NEW_HOLDER,
    abuse: { handle: "TRAN1-RIPE", email: "abuse@transferred.nl", phone: "+31 20 555 0100" },
    registered: "2017-08-22T09:00:00Z",
    changed: "2025-11-20T10:11:12Z",
  },
  {
    rir: "ripe",
    cidr: "192.88.1.0/24",
    ...RIPE_RANGE("192.88.1.0", "192.88.1.255"),
    name: "NL-REFERRED",
    type: "LEGACY",
    country: "NL",
    holder: NEW_HOLDER,
    abuse: { handle: "TRAN1-RIPE", email: "abuse@transferred.nl", phone: "+31 20 555 0100" },
    registered: "2005-05-05T09:00:00Z",
    changed: "2025-11-20T10:11:12Z",
  },
  ...(["63.1.1", "64.1.1", "192.88.1"] as const).map(
    (prefix): Network => ({
      rir: "arin",
      cidr: `${prefix}.0/24`,
      range: [`${prefix}.0`, `${prefix}.255`],
      handle: `NET-${prefix.replaceAll(".", "-")}-0-1`,
      name: "LAB-CHILD",
      type: "REASSIGNED",
      parent: `NET-${prefix.replaceAll(".", "-")}-0-0`,
      holder: { handle: "LABC", name: "Lab Child Inc.", country: "US" },
      abuse: { handle: "ABUSE1-ARIN", email: "abuse@child.net", phone: "+1-555-555-0101" },
      registered: "2005-05-05T00:00:00Z",
      changed: "2015-05-05T00:00:00Z",
    }),
  ),
];

/** Networks for which a registry's RDAP server redirects to another registry. */
export const REDIRECTS: readonly {
  readonly from: Rir;
  readonly cidr: string;
  readonly to: Rir;
  readonly status: 302 | 303;
}[] = [
  { from: "lacnic", cidr: "200.160.0.0/20", to: "registro.br", status: 302 },
  // The bootstrap file still assigns these networks to their former registry.
  { from: "afrinic", cidr: "154.6.204.0/22", to: "arin", status: 303 },
  { from: "apnic", cidr: "43.0.0.0/20", to: "jpnic", status: 302 },
  // A redirect loop.
  { from: "arin", cidr: "63.1.1.0/24", to: "ripe", status: 302 },
  { from: "ripe", cidr: "63.1.1.0/24", to: "arin", status: 302 },
];

/**
 * Addresses for which registries misbehave, by the behaviour of RDAP. lab/registry/whois-rirs.ts has the behaviour of
 * port 43.
 */
export const TROUBLED = {
  unavailable: "196.1.1.1",
  limited: "190.1.1.1",
  /** Port 43 returns parent and child networks and several referrals. */
  broken: "192.88.1.1",
  /** Port 43 returns a referral to a private address. */
  loop: "63.1.1.1",
  toPrivate: "64.1.1.1",
  /** RDAP returns JSON that is nested too deeply; port 43 never stops sending. */
  hostile: "65.1.1.1",
  /** Neither RDAP nor port 43 answers. */
  silent: "66.1.1.1",
} as const;
