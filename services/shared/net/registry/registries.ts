/**
 * Which server answers at port 43 for which top-level domains. Source: the whois fields of IANA's root zone database
 * (2026-02-20) and the Debian whois client 5.6.6 (2026-02-16; names alone), as of 2026-11-20. Who is not here is asked of IANA.
 */
const TLDS_BY_SERVER: Readonly<Record<string, string>> = {
  "whois.nic.ac": "ac",
  "whois.nic.ad": "ad",
  "whois.aeda.net.ae": "ae xn--mgbaam7a8h",
  "whois.aero": "aero",
  "whois.nic.af": "af",
  "whois.nic.ag": "ag",
  "whois.nic.ai": "ai",
  "whois.amnic.net": "am xn--y9a3aq",
  "whois.nic.ar": "ar",
  "whois.iana.org": "arpa int",
  "whois.nic.as": "as",
  "whois.nic.asia": "asia",
  "whois.nic.at": "at",
  "whois.auda.org.au": "au",
  "whois.nic.aw": "aw",
  "whois.ax": "ax",
  "whois.dns.be": "be",
  "whois.registre.bf": "bf",
  "whois.register.bg": "bg",
  "whois.nic.bh": "bh",
  "whois1.nic.bi": "bi",
  "whois.nic.biz": "biz",
  "whois.nic.bj": "bj",
  "whois.nic.bm": "bm",
  "whois.bnnic.bn": "bn",
  "whois.nic.bo": "bo",
  "whois.registro.br": "br",
  "whois.nic.net.bw": "bw",
  "whois.cctld.by": "by xn--90ais",
  "whois.identitydigital.services": "bz gi lc vc",
  "whois.cira.ca": "ca",
  "whois.nic.cat": "cat",
  "ccwhois.verisign-grs.com": "cc",
  "whois.nic.cd": "cd",
  "whois.dot.cf": "cf",
  "whois.nic.ch": "ch",
  "whois.nic.ci": "ci",
  "whois.nic.cl": "cl",
  "whois.nic.cm": "cm",
  "whois.cnnic.cn": "cn xn--fiqs8s xn--fiqz9s",
  "whois.registry.co": "co",
  "whois.verisign-grs.com": "com net",
  "whois.nic.coop": "coop",
  "whois.nic.cr": "cr",
  "whois.nic.cv": "cv",
  "whois.nic.cx": "cx",
  "whois.nic.cz": "cz",
  "whois.denic.de": "de",
  "whois.punktum.dk": "dk",
  "whois.dmdomains.dm": "dm",
  "whois.nic.do": "do",
  "whois.nic.dz": "dz xn--lgbbat1ad8j",
  "whois.nic.ec": "ec",
  "whois.educause.edu": "edu",
  "whois.tld.ee": "ee",
  "whois.nic.es": "es",
  "whois.eu": "eu xn--e1a4c xn--qxa6a",
  "whois.fi": "fi",
  "www.whois.fj": "fj",
  "whois.nic.fm": "fm",
  "whois.nic.fo": "fo",
  "whois.nic.fr": "fr",
  "whois.nic.ga": "ga",
  "whois.nic.gd": "gd",
  "whois.nic.ge": "ge",
  "whois.mediaserv.net": "gf mq",
  "whois.gg": "gg",
  "whois.nic.gh": "gh",
  "whois.nic.gl": "gl",
  "whois.ande.gov.gn": "gn",
  "whois.nic.gov": "gov",
  "whois.nic.gp": "gp",
  "whois.dominio.gq": "gq",
  "whois.nic.gs": "gs",
  "whois.registry.gy": "gy",
  "whois.hkirc.hk": "hk xn--j6w193g",
  "whois.registry.hm": "hm",
  "whois.nic.hn": "hn",
  "whois.dns.hr": "hr",
  "whois.nic.ht": "ht",
  "whois.nic.hu": "hu",
  "whois.id": "id",
  "whois.weare.ie": "ie",
  "whois.isoc.org.il": "il xn--4dbrk0ce",
  "whois.nic.im": "im",
  "whois.nixiregistry.in":
    "in xn--2scrj9c xn--3hcrj9c xn--45br5cyl xn--45brj9c xn--fpcrj9c3d xn--gecrj9c xn--h2breg3eve xn--h2brj9c xn--h2brj9c8c xn--mgbbh1a xn--mgbbh1a71e xn--mgbgu82a xn--rvc1e0am3e xn--s9brj9c xn--xkc2dl3a5ee0h",
  "whois.nic.io": "io",
  "whois.cmc.iq": "iq xn--mgbtx2b",
  "whois.nic.ir": "ir xn--mgba3a4f16a",
  "whois.isnic.is": "is",
  "whois.nic.it": "it",
  "whois.je": "je",
  "whois.jprs.jp": "jp",
  "whois.kenic.or.ke": "ke",
  "whois.kg": "kg",
  "whois.nic.ki": "ki",
  "whois.nic.kn": "kn",
  "whois.kr": "kr xn--3e0b707e",
  "whois.nic.kw": "kw",
  "whois.kyregistry.ky": "ky",
  "whois.nic.kz": "kz xn--80ao21a",
  "whois.nic.la": "la xn--q7ce6a",
  "whois.lbdr.org.lb": "lb",
  "whois.nic.li": "li",
  "whois.nic.lk": "lk xn--fzc2c9e2c xn--xkc2al3hye2a",
  "whois.nic.ls": "ls",
  "whois.domreg.lt": "lt",
  "whois.dns.lu": "lu",
  "whois.nic.lv": "lv",
  "whois.nic.ly": "ly",
  "whois.registre.ma": "ma",
  "whois.nic.mc": "mc",
  "whois.nic.md": "md",
  "whois.nic.me": "me",
  "whois.nic.mg": "mg",
  "whois.internic.net": "mil",
  "whois.marnet.mk": "mk xn--d1alf",
  "whois.nic.ml": "ml",
  "whois.registry.gov.mm": "mm",
  "whois.nic.mn": "mn",
  "whois.monic.mo": "mo xn--mix891f",
  "whois.nic.mr": "mr xn--mgbah1a3hjkrd",
  "whois.nic.ms": "ms",
  "whois.nic.org.mt": "mt",
  "whois.tld.mu": "mu",
  "whois.nic.museum": "museum",
  "whois.nic.mw": "mw",
  "whois.mx": "mx",
  "whois.mynic.my": "my xn--mgbx4cd0ab",
  "whois.nic.mz": "mz",
  "whois.na-nic.com.na": "na",
  "whois.nic.name": "name",
  "whois.nc": "nc",
  "whois.nic.nf": "nf",
  "whois.nic.net.ng": "ng",
  "whois.domain-registry.nl": "nl",
  "whois.norid.no": "no",
  "whois.iis.nu": "nu",
  "whois.irs.net.nz": "nz",
  "whois.registry.om": "om xn--mgb9awbf",
  "whois.pir.org": "org",
  "kero.yachay.pe": "pe",
  "whois.registry.pf": "pf",
  "whois.nic.pg": "pg",
  "whois.pknic.net.pk": "pk",
  "whois.dns.pl": "pl",
  "whois.nic.pm": "pm",
  "whois.nic.post": "post",
  "whois.nic.pr": "pr",
  "whois.registry.ps": "ps",
  "whois.dns.pt": "pt",
  "whois.nic.pw": "pw",
  "whois.registry.qa": "qa xn--wgbl6a",
  "whois.nic.re": "re",
  "whois.rotld.ro": "ro",
  "whois.rnids.rs": "rs xn--90a3ac",
  "whois.tcinet.ru": "ru su xn--p1ai",
  "whois.ricta.org.rw": "rw",
  "whois.nic.net.sa": "sa xn--mgberp4a5d4ar",
  "whois.nic.net.sb": "sb",
  "whois.nic.sc": "sc",
  "whois.nic.sd": "sd",
  "whois.iis.se": "se",
  "whois.sgnic.sg": "sg",
  "whois.nic.sh": "sh",
  "whois.register.si": "si",
  "whois.sk-nic.sk": "sk",
  "whois.nic.sl": "sl",
  "whois.nic.sm": "sm",
  "whois.nic.sn": "sn",
  "whois.nic.so": "so",
  "whois.sr": "sr",
  "whois.nic.ss": "ss",
  "whois.nic.st": "st",
  "whois.sx": "sx",
  "whois.tld.sy": "sy xn--ogbpf8fl",
  "whois.nic.tc": "tc",
  "whois.nic.td": "td",
  "whois.nic.tel": "tel",
  "whois.nic.tf": "tf",
  "whois.nic.tg": "tg",
  "whois.thnic.co.th": "th xn--o3cw4h",
  "whois.dot.tk": "tk",
  "whois.nic.tl": "tl",
  "whois.nic.tm": "tm",
  "whois.ati.tn": "tn xn--pgbs0dh",
  "whois.tonicregistry.to": "to",
  "whois.trabis.gov.tr": "tr",
  "whois.nic.tv": "tv",
  "whois.twnic.net.tw": "tw xn--kprw13d xn--kpry57d",
  "whois.tznic.or.tz": "tz",
  "whois.ua": "ua",
  "whois.co.ug": "ug",
  "whois.nic.uk": "uk",
  "whois.nic.us": "us",
  "whois.nic.org.uy": "uy",
  "whois.cctld.uz": "uz",
  "whois.nic.ve": "ve",
  "whois.nic.vg": "vg",
  "whois.nic.vi": "vi",
  "whois.dnrs.vu": "vu",
  "whois.nic.wf": "wf",
  "whois.website.ws": "ws",
  "whois.imena.bg": "xn--90ae",
  "whois.ta.sgnic.sg": "xn--clchc0ea0b2g2a9gcd",
  "whois.dotukr.com": "xn--j1amh",
  "whois.mn": "xn--l1acc",
  "whois.dotmasr.eg": "xn--wgbh1c",
  "whois.zh.sgnic.sg": "xn--yfro4i67o",
  "whois.pnina.ps": "xn--ygbi2ammx",
  "whois.nic.xxx": "xxx",
  "whois.y.net.ye": "ye",
  "whois.nic.yt": "yt",
  "whois.nic.za": "za",
  "whois.zicta.zm": "zm",
};

/** Top-level domains whose registries answer to nobody at port 43, or on web pages alone. Same sources. */
const NOBODY = new Set(
  (
    "al ao aq az ba bb bd bs bt bv cg ck cu cw cy dj eg er et fk gb gm gr gt gu gw info jm jo jobs kh km " +
    "kp lr mh mobi mp mv ne ni np nr pa ph pn pro py sj sv sz tj travel tt va vn xn--54b7fta0cc xn-- " +
    "mgbai9azgqp6j xn--mgbayh7gpa xn--mgbc0a9azcg xn--mgbcpq6gpa1a xn--mgbpl2fh xn--node xn--qxam zw "
  ).split(" "),
);

const SERVER_OF = new Map(
  Object.entries(TLDS_BY_SERVER).flatMap(([server, tlds]) =>
    tlds.split(" ").map((tld) => [tld, server] as const),
  ),
);

/** The server of a top-level domain's registry; null where there is none, undefined where it is not known. */
export function whoisServerOf(tld: string): string | null | undefined {
  return NOBODY.has(tld) ? null : SERVER_OF.get(tld);
}

/**
 * RDAP servers that IANA's list does not have, though they are the registries'. Source: meeb/whoisit, overrides of
 * 2026-01-05. Not IANA's word: that such a server has no such name proves nothing.
 */
const OVERRIDES: Readonly<Record<string, string>> = {
  "https://rdap.identitydigital.services/rdap/": "ac ag bz io lc me mn pr sc sh vc",
  "https://rdap.centralnic.com/bh/": "bh",
  "https://rdap.centralnic.com/gl/": "gl",
  "https://rdap.nic.ch/": "ch",
  "https://rdap.nic.li/": "li",
  "https://rdap.registry.co/co/": "co",
  "https://rdap.denic.de/": "de",
  "https://rdap.mynic.my/rdap/": "my",
  "https://rdap.nic.us/": "us",
};

const OVERRIDE_OF = new Map(
  Object.entries(OVERRIDES).flatMap(([base, tlds]) => tlds.split(" ").map((tld) => [tld, base] as const)),
);

export function rdapOverrideOf(tld: string): string | null {
  return OVERRIDE_OF.get(tld) ?? null;
}

/** How servers want to be asked, where the name alone is not it. Source: their documentation, as of 2026-11-20. */
const LINES: Readonly<Record<string, string>> = {
  "whois.denic.de": "-T dn,ace {name}",
  "whois.verisign-grs.com": "domain {name}",
  "ccwhois.verisign-grs.com": "domain {name}",
  "tvwhois.verisign-grs.com": "domain {name}",
  "jobswhois.verisign-grs.com": "domain {name}",
  "whois.nic.name": "domain={name}",
  "whois.jprs.jp": "{name}/e",
  "whois.punktum.dk": "--charset=utf-8 --show-handles {name}",
  "whois.norid.no": "-c utf-8 {name}",
  "whois.cat": "-C UTF-8 {name}",
  "whois.nic.cat": "-C UTF-8 {name}",
  "whois.museum": "-C UTF-8 {name}",
};

/** The line that asks a server for a name of A-labels. */
export function lineFor(server: string, name: string): string {
  return (LINES[server] ?? "{name}").replace("{name}", name);
}

/** Character sets of those that do not answer in UTF-8. Source as above. */
const CHARSETS = {
  "whois.nic.ad.jp": "iso-2022-jp",
  "whois.kg": "windows-1251",
} as const satisfies Readonly<Record<string, string>>;

/** What a server's answer is read as where it is no UTF-8. */
export function charsetOf(server: string): "iso-8859-1" | "iso-2022-jp" | "windows-1251" {
  return CHARSETS[server as keyof typeof CHARSETS] ?? "iso-8859-1";
}

/** Registries that leave the holder to the registrar, whose server they name. */
export function isThin(server: string): boolean {
  return /(^|\.)verisign-grs\.com$/.test(server);
}
