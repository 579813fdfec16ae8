/**
 * Labels that registries use for the facts of a registration, in lower case. `heading/label` is a label below a
 * heading, or in a paragraph that begins with the heading. Source: responses collected by weppos/whois-parser (until
 * 2022-09) and python-whois 0.9.6 (2025-10), responses replayed on 2026-11-22, and registries' documentation, as of
 * 2026-11-23.
 */
const LABELS = {
  domain:
    "domain, domain name, domainname, domain_name, complete domain name, dominio, nombre de dominio, nom de domaine, domain/name",
  registryId: "registry domain id, domain id, roid, norid handle",
  registrar:
    "registrar, registrar name, registrar-name, registrar_name, registrar organization, sponsoring registrar, sponsoring registrar organization, current registar, current registrar, authorized agency, registration service provider, domain support, registrar/name, registrar/organization, registrar/organisation, registrar/organization name, registrar/registrar",
  registrarId: "registrar iana id, sponsoring registrar iana id",
  registrarUrl:
    "registrar url, registrar-url, registrar website, sponsoring registrar url, registration service url, referral url, registrar info, registrar/url, registrar/website, registrar/web, registrar/www",
  registrarServer: "registrar whois server, whois server, registrar whois",
  abuseEmail:
    "registrar abuse contact email, registrar-abuse-email, abuse-mailbox, registrar/abuse contact email",
  abusePhone: "registrar abuse contact phone, registrar-abuse-phone, registrar/abuse contact phone",
  reseller: "reseller, reseller name, registrar reseller, reseller/name",
  organization:
    "registrant organization, registrant organisation, registrantorganization, registrant contact organisation, registrant contact organization, org, org-name, organization using domain name/organization name, registrant/organization, registrant/organisation, holder/organisation, registrant-organization, company english name",
  country:
    "registrant country, registrant country/economy, registrantcountry, registrant contact country, org-country, registrant/country, registrant/country code, registrant_contact_country",
  created:
    "creation date, created, created date, created on, create date, created at, registered, registered on, registered date, registration date, registration time, domain registered, domain created, first registration date, record created, record created on, record activated, domain record activated, domain name commencement date, domain_dateregistered, activation, assigned, fecha de registro, fecha de creación, fecha de creacion, fecha de activacion, date de création, date de creation, commencement date",
  updated:
    "updated date, updated, updated on, update date, last updated, last updated date, last updated on, last update, last-update, last-updated, last modified, last modification, last modified date, changed, modified, modified date, modification date, record last updated on, record last update on, domain record last updated, domain_datelastmodified, dernière modification, ultima actualización, last changed",
  expires:
    "registry expiry date, expiry date, expires, expires on, expires at, expire, expire date, expire on, expiry, expiration, expiration date, expiration time, expired on, registrar registration expiration date, registry expiration date, paid-till, renewal date, valid until, validity, record expires on, domain expires, domain_datebilleduntil, domain expiration date, valid-date, record will expire on, fecha de vencimiento, fecha de corte, date d'expiration, date d’expiration, exp date",
  status:
    "domain status, status, state, epp status, eppstatus, registration status, domaintype, domain state, domain_status, statut, estatus del dominio, transfer status, dns status, flags",
  servers:
    "name server, name servers, nameserver, nameservers, nserver, nservers, name server information, name servers information, nameserver information, nameserver in listed order, name servers in the listed order, domain nameservers, domain name servers, domain servers, domain servers in listed order, domain server, dns, dns server, dns servers, ns, ns_name, host name, hostname, primary server, secondary server, primary name server, secondary name server, serveur de noms, servidor de nombres, dns servers/name, nameservers/name, nameservers/nameserver",
  dnssec: "dnssec, dnssec signed, dnssec status, ds-rdata, keys, registrar/dnssec",
  ds: "dnssec ds data, dsdata, ds, ds-rdata, ds record, dsrecord, ds-record, ds data, signing key",
  dsTag: "ds key tag, dnssec ds key tag, ds keytag, key-tag",
  dsAlgorithm: "algorithm, dnssec algorithm, ds algorithm, key-algo",
  dsType: "digest type, dnssec digest type, ds digest type, key-dgst-t",
  dsDigest: "digest, dnssec digest, ds digest, key-dgst",
} as const;

/** A fact about a domain registration. */
export type Fact = keyof typeof LABELS;

const FACT_OF: ReadonlyMap<string, readonly Fact[]> = Object.entries(LABELS).reduce(
  (known, [fact, labels]) =>
    labels
      .split(", ")
      .reduce((all, label) => all.set(label, [...(all.get(label) ?? []), fact as Fact]), known),
  new Map<string, readonly Fact[]>(),
);

/**
 * Labels that occur in every object of a registry. In the object of a person, host or key they do not describe the
 * domain.
 */
const OF_ANY_OBJECT = new Set(
  "created, changed, updated, modified, registered, status, state, last-update, last update, last updated, last modified, last updated on, org, created on, updated on".split(
    ", ",
  ),
);
const OTHER_OBJECT =
  /^(contact|person|role|nic-hdl|nic-hdl-br|nsset|nssetid|keyset|key-set|organisation|name|nserver|norid handle|(registrant|holder|owner|tech|technical|admin|administrative|billing)( contacts?| contact information)?)$/;

/** Returns the facts about the domain that a label below a heading states. */
export function factsOf(label: string, section: string): readonly Fact[] {
  const own = FACT_OF.get(`${section}/${label}`);
  if (own !== undefined) return own;
  if (OF_ANY_OBJECT.has(label) && section !== label && OTHER_OBJECT.test(section)) return [];
  return FACT_OF.get(label) ?? [];
}

/** Returns true for a known label. Only known labels are recognised without a space after the colon. */
export function isLabel(label: string): boolean {
  return FACT_OF.has(label);
}
