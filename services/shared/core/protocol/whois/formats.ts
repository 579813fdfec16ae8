/** Order of day and month in purely numeric dates such as `02-03-2001`. */
export type DayOrder = "dmy" | "mdy";

/**
 * The wording of one registry, as far as it differs from the common wording (phrases.ts, labels.ts).
 * `samples/NAME.txt` contains a sample response.
 */
export type Format = {
  /** WHOIS servers (port 43) that use this format, separated by spaces. */
  readonly servers: string;
  /**
   * Matches the beginning of a line that says that the name is not registered. In the line, NAME replaces the queried
   * name, and LABEL the name without its top-level domain.
   */
  readonly free?: RegExp;
  /**
   * Set if only `free` shows that a name is free: this registry uses other phrases that usually mean "free" for
   * reserved names too.
   */
  readonly freeAlone?: true;
  /** Matches the beginning of a line that says that the name cannot be registered. */
  readonly reserved?: RegExp;
  /** Order of day and month in numeric dates, if the registry uses numeric dates. */
  readonly days?: DayOrder;
};

/**
 * Registries' formats by name. Every format needs a sample (CONTRIBUTING.md).
 * Source: responses collected by weppos/whois-parser (until 2022-09), rdapper and whoiser (2024-2026), responses
 * replayed on 2026-11-22, and registries' documentation, as of 2026-11-23.
 */
export const FORMATS = {
  verisign: {
    servers:
      "whois.verisign-grs.com ccwhois.verisign-grs.com tvwhois.verisign-grs.com jobswhois.verisign-grs.com whois.nic.name",
    free: /^No match for (domain )?"?NAME"?/i,
  },
  "identity-digital": {
    servers:
      "whois.identitydigital.services whois.pir.org whois.nic.ac whois.nic.ag whois.nic.ai whois.aero whois.nic.asia whois.nic.bm whois.nic.io whois.nic.me whois.nic.mn whois.nic.post whois.nic.pr whois.nic.sc whois.nic.sh whois.nixiregistry.in whois.nic.xxx whois.nic.ovh",
    free: /^(Domain not found\.|NOT FOUND$)/i,
  },
  "godaddy-registry": {
    servers:
      "whois.nic.biz whois.nic.us whois.registry.co whois.nic.co whois.nic.tel whois.nic.tv whois.nic.so whois.auda.org.au whois.aeda.net.ae whois.nic.net.sb whois.nic.vg whois.nic.coop",
    free: /^(No Data Found|Domain not found|Not found: NAME)/i,
  },
  centralnic: {
    servers:
      "whois.centralnic.com whois.centralnic.net whois.nic.bh whois.nic.gl whois.nic.la whois.nic.pw whois.nic.fm whois.nic.gd whois.nic.ad whois.nic.as whois.dmdomains.dm whois.nic.dm whois.nic.cv whois.nic.vi whois.id whois.nic.ss whois.nic.gov",
    free: /^DOMAIN NOT FOUND/i,
  },
  cocca: {
    servers:
      "whois.nic.af whois.registry.gy whois.nic.cm whois.nic.hn whois.nic.mg whois.nic.gs whois.nic.ki whois.nic.nf whois.nic.cx whois.nic.ht whois.kyregistry.ky whois.nic.ms whois.tld.mu whois.na-nic.com.na whois.nic.net.ng whois.registry.om whois.registry.ps whois.ricta.org.rw whois.nic.sb whois.nic.sl whois.tld.sy whois.nic.tl whois.dnrs.vu whois.nic.ls whois.nic.gh whois1.nic.bi whois.nic.cd whois.nic.ly whois.nic.pg whois.nic.sd whois.zicta.zm whois.nic.kn whois.registry.hm whois.nic.mr whois.cmc.iq whois.nic.st whois.nic.gp whois.registry.gov.mm kero.yachay.pe whois.y.net.ye whois.nic.td whois.nic.mw whois.ande.gov.gn whois.nic.do whois.nic.kw whois.nic.org.mt whois.pnina.ps whois.nic.tc",
    free: /^The queried object does not exist(: No Object Found)?\.?$/i,
  },
  fred: {
    servers:
      "whois.nic.cz whois.nic.cr whois.nic.fo whois.marnet.mk whois.tznic.or.tz whois.nic.ve whois.nic.ir whois.register.si whois.nic.mz",
    free: /^%ERROR:101: no entries found/i,
  },
  "nic-ar": { servers: "whois.nic.ar", free: /^El dominio no se encuentra registrado en NIC Argentina\b/i },
  "status-free": {
    servers: "whois.nic.ke whois.kenic.or.ke whois.je whois.gg whois.nic.ec www.whois.fj whois.nic.lv",
    free: /^(Domain )?Status: (free|Not Registered)$/i,
  },
  afnic: {
    servers: "whois.nic.fr whois.nic.re whois.nic.pm whois.nic.yt whois.nic.tf whois.nic.wf",
    free: /^%% (NOT FOUND|No entries found)/i,
  },
  corenic: {
    servers: "whois.nic.cat whois.cat whois.museum whois.nic.museum whois.sx",
    free: /^(%% NOT FOUND|The queried object does not exist: no matching objects found)/i,
  },
  "not-found-name": {
    servers: "whois.website.ws whois.nic.top whois.nic.ren whois.co.ug whois.lbdr.org.lb whois.nic.bo",
    free: /^(The queried object does not exist: NAME|.{0,60}does not exist: NAME|Not found: NAME)$/i,
  },
  "no-records": { servers: "whois.ax whois.nic.bj", free: /^No records matching "?NAME"? found/i },
  "no-object-found": {
    servers: "whois.nic.dz whois.mediaserv.net whois.nic.tg whois.registre.bf",
    free: /^NO OBJECT FOUND!?$/i,
  },
  "ati-tn": { servers: "whois.ati.tn", free: /^NO OBJECT FOUND!?$/i, days: "dmy" },
  isle: {
    servers: "whois.nic.im",
    free: /^The domain NAME was not found/i,
    days: "dmy",
  },
  coza: {
    servers:
      "whois.nic.za whois.registry.net.za net-whois.registry.net.za org-whois.registry.net.za web-whois.registry.net.za",
    free: /^Available$/i,
  },
  tonic: { servers: "whois.tonicregistry.to whois.nic.md", free: /^No match for "?LABEL"?\.?$/i },
  turkmen: { servers: "whois.nic.tm", free: /^Domain "?NAME"? is available for purchase/i },
  morocco: { servers: "whois.registre.ma", free: /^%error 230 No Objects Found/i },
  senegal: { servers: "whois.nic.sn whois.nic.ga whois.nic.ml", free: /^%% NOT FOUND/i },
  iana: { servers: "whois.iana.org", free: /^% This query returned 0 objects/i },
  educause: { servers: "whois.educause.edu", free: /^NO MATCH: NAME$/i },
  nominet: { servers: "whois.nic.uk", free: /^This domain name has not been registered\./i, freeAlone: true },
  denic: { servers: "whois.denic.de", free: /^Status: free$/i },
  jprs: { servers: "whois.jprs.jp", free: /^No match!!/i },
  "nic-it": { servers: "whois.nic.it", free: /^Status: +AVAILABLE$/i },
  sidn: { servers: "whois.domain-registry.nl whois.nic.aw", free: /^NAME is free$/i },
  "dns-belgium": { servers: "whois.dns.be", free: /^Status: +AVAILABLE$/i },
  iis: { servers: "whois.iis.se whois.iis.nu", free: /^(domain )?"NAME" not found\./i },
  norid: { servers: "whois.norid.no", free: /^% No match$/i },
  traficom: {
    servers: "whois.fi",
    free: /^Domain not found$/i,
    reserved: /^Domain not available$/i,
    days: "dmy",
  },
  "registro-br": { servers: "whois.registro.br", free: /^% No match for (domain )?"?NAME"?/i },
  cira: { servers: "whois.cira.ca", free: /^(Not found: NAME|Domain status: available)/i },
  punktum: { servers: "whois.punktum.dk", free: /^No entries found for the selected source\./i },
  hkirc: { servers: "whois.hkirc.hk", free: /^The domain has not been registered\./i, days: "dmy" },
  sgnic: { servers: "whois.sgnic.sg whois.ta.sgnic.sg whois.zh.sgnic.sg", free: /^Domain Not Found/i },
  "internet-nz": {
    servers: "whois.irs.net.nz",
    free: /^((query_status: )?220 Available|No Data Found|Not found: NAME)/i,
  },
  switch: {
    servers: "whois.nic.ch whois.nic.li",
    free: /^We do not have an entry in our database matching your query\./i,
  },
  tci: { servers: "whois.tcinet.ru whois.nic.ru", free: /^No entries found for the selected source\(s\)\./i },
  eurid: {
    servers: "whois.eu",
    free: /^Status: +AVAILABLE$/i,
    // In responses about .be, the same words mean a registered domain.
    reserved: /^Status: +NOT AVAILABLE$/i,
  },
  krnic: {
    servers: "whois.kr",
    free: /^(The requested domain was not found|Above domain name is not registered to KRNIC\.|NAME is not registered)/i,
  },
  twnic: { servers: "whois.twnic.net.tw", free: /^No Found$/i },
  "nic-at": { servers: "whois.nic.at", free: /^% nothing found/i },
  nask: { servers: "whois.dns.pl whois.co.pl", free: /^No information available about domain name NAME\b/i },
  rotld: { servers: "whois.rotld.ro", free: /^% ?No entries found/i },
  rnids: { servers: "whois.rnids.rs", free: /^%ERROR:103: Domain is not registered/i, days: "dmy" },
  cnnic: { servers: "whois.cnnic.cn", free: /^No matching record\./i },
  "nic-mx": { servers: "whois.mx", free: /^(No_Se_Encontro_El_Objeto\/)?Object_Not_Found/i },
  "hostmaster-ua": {
    servers: "whois.ua whois.dotukr.com whois.pp.ua",
    free: /^% No entries found for NAME\b/i,
  },
  "isoc-il": {
    servers: "whois.isoc.org.il",
    free: /^% No data was found to match the request criteria\./i,
    days: "dmy",
  },
  isnic: { servers: "whois.isnic.is", free: /^% No entries found for query "?NAME"?/i },
  "sk-nic": { servers: "whois.sk-nic.sk", free: /^(Domain not found\.|Not found\.)/i },
  "tld-ee": { servers: "whois.tld.ee", free: /^Domain not found$/i },
  "dns-lu": { servers: "whois.dns.lu", free: /^% No such domain/i, days: "dmy" },
  "nic-hu": { servers: "whois.nic.hu", free: /^(% )?(Nincs tal[aá\uFFFD]lat \/ )?No match$/i },
  carnet: { servers: "whois.dns.hr", free: /^%ERROR: no entries found/i },
  iedr: { servers: "whois.weare.ie", free: /^(Not found: NAME|% Not Registered - NAME)/i },
  "nic-cl": { servers: "whois.nic.cl", free: /^NAME: (no entries found|no existe)/i },
  trabis: { servers: "whois.trabis.gov.tr", free: /^No match found for "?NAME"?/i },
  thnic: { servers: "whois.thnic.co.th", free: /^% No match for "?NAME"?/i },
  mynic: { servers: "whois.mynic.my", free: /^Domain Name NAME does not exist in database/i },
  domreg: { servers: "whois.domreg.lt", free: /^Status: +available$/i },
  "dns-pt": { servers: "whois.dns.pt", free: /^NAME - No Match$/i, days: "dmy" },
  "register-bg": {
    servers: "whois.register.bg whois.imena.bg",
    free: /^Domain name NAME does not exist in database!/i,
    days: "dmy",
  },
  kaznic: { servers: "whois.nic.kz", free: /^\*\*\* Nothing found for this query\./i },
  "cctld-by": { servers: "whois.cctld.by", free: /^Object does not exist$/i },
  "cctld-uz": {
    servers: "whois.cctld.uz",
    free: /^Sorry, but domain: "NAME", not found in database/i,
    days: "dmy",
  },
  "cctld-kg": { servers: "whois.kg", free: /^Data not found\. This domain is available/i },
  amnic: { servers: "whois.amnic.net", free: /^No match$/i },
  "nic-sm": { servers: "whois.nic.sm", free: /^No entries found\.$/i, days: "dmy" },
  "domaine-nc": { servers: "whois.nc", free: /^No entries found in the \.nc database/i },
  monic: { servers: "whois.monic.mo", free: /^No match for NAME$/i },
  "nic-lk": { servers: "whois.nic.lk", free: /^This Domain is not available in our whois database/i },
  saudinic: { servers: "whois.nic.net.sa", free: /^No Match for NAME\b/i },
  "nic-bw": { servers: "whois.nic.net.bw", free: /^(%Error: )?The domain NAME is not registered/i },
  "name-not-registered": {
    servers: "whois.bnnic.bn whois.nic.mc whois.registry.pf whois.nic.ge whois.sr",
    free: /^(No match for NAME|NAME is not registered|Domain unknown|Domaine inconnu)/i,
  },
  "registry-qa": { servers: "whois.registry.qa", free: /^No Data Found/i },
  freenom: {
    servers: "whois.dot.tk whois.dot.cf whois.dominio.gq",
    free: /^(Invalid query or )?domain name not known in /i,
    days: "mdy",
  },
  "nic-uy": { servers: "whois.nic.org.uy", free: /^no match for NAME\b/i },
  "nic-ci": { servers: "whois.nic.ci", free: /^NO OBJECT FOUND!?$/i },
  pknic: { servers: "whois.pknic.net.pk", free: /^Domain not found: NAME$/i },
  "no-match-name": {
    servers: "whois.dotmasr.eg whois.nic.es whois.internic.net whois.mn",
    free: /^No match for "?NAME"?/i,
  },
  "eu-org": { servers: "whois.eu.org", free: /^% No entries found for NAME/i },
} as const satisfies Readonly<Record<string, Format>>;

const FORMAT_OF: ReadonlyMap<string, Format> = new Map(
  Object.values(FORMATS).flatMap((format: Format) =>
    format.servers.split(" ").map((server) => [server, format] as const),
  ),
);

/** Returns the format of a server's responses, or null for an unknown server. */
export function formatOf(server: string): Format | null {
  return FORMAT_OF.get(server) ?? null;
}
