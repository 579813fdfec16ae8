/** A wrong call, as users send it, and its answer. */
export type WrongCall = {
  /** Path and query. */
  readonly call: string;
  /** What its answer was before refusals had `suggestion` and `retry`; docs/decisions/0014-refusals.md has it as a table. */
  readonly before: string;
  readonly status: 308 | 400 | 404;
  /** Words of `detail` or of an entry of `errors`; of a redirect its Location. */
  readonly tells: string;
  /** Of the first error. */
  readonly suggestion?: string;
  readonly retry?: string;
};

const NO_ADDRESS = "This is no IP address: send one such as 9.9.9.9";
const LISTS = "GET /api/v1 lists the tools";
const UNKNOWN_NAME = "There is no parameter of this name. The parameters are ...";
const TYPES = "Send one of A, AAAA, ...";
const COUNTRIES = "Send one of ae, am, ... (90 codes)";
const CHARACTERS = "has characters that host and domain names do not have";

const DNS = "/api/v1/dns?domain=example.com";
const bad = (
  call: string,
  before: string,
  tells: string,
  retry?: string,
  suggestion?: string,
): WrongCall => ({
  call: `/api/v1/${call}`,
  before,
  status: 400,
  tells,
  ...(retry === undefined ? {} : { retry: `/api/v1/${retry}` }),
  ...(suggestion === undefined ? {} : { suggestion }),
});
const lost = (call: string, tells: string, retry?: string): WrongCall => ({
  call,
  before: LISTS,
  status: 404,
  tells,
  ...(retry === undefined ? {} : { retry }),
});

/** Every row of the table of wrong calls that users tried (2026-11-22), and calls of the same kinds. */
export const WRONG_CALLS: readonly WrongCall[] = [
  // Pasted.
  bad(
    "dns?domain=https://example.com/x",
    "This is a URL: send only the name in it, example.com",
    "This is a URL",
    "dns?domain=example.com",
    "example.com",
  ),
  bad(
    "dns?domain=info@example.com",
    "This is an e-mail address: send only its domain, example.com",
    "e-mail",
    "dns?domain=example.com",
    "example.com",
  ),
  bad(
    "mail?domain=mailto:info@example.com?subject=x",
    "This is an e-mail address: send only its domain",
    "e-mail",
    "mail?domain=example.com",
    "example.com",
  ),
  bad(
    "ssl?host=www.example.com:443",
    "This has a port: send only the name, www.example.com",
    "port",
    "ssl?host=www.example.com",
    "www.example.com",
  ),
  bad(
    "ssl?host=https://9.9.9.9:443/",
    "This is a URL: send only the name in it, 9.9.9.9",
    "send 9.9.9.9",
    "ssl?host=9.9.9.9",
    "9.9.9.9",
  ),
  bad(
    "dns?domain=example.com/a?b",
    "This has a path: send only the name, example.com",
    "path",
    "dns?domain=example.com",
    "example.com",
  ),
  bad(
    "dns?domain=https://m%C3%BCnchen.de/",
    "This is a URL: send only the name in it",
    "xn--mnchen-3ya.de",
    "dns?domain=xn--mnchen-3ya.de",
    "xn--mnchen-3ya.de",
  ),
  bad("dns?domain=%22example.com%22", CHARACTERS, "quotation marks", "dns?domain=example.com", "example.com"),
  bad("dns?domain=(example.com)", CHARACTERS, "brackets", "dns?domain=example.com", "example.com"),
  bad(
    "mail?domain=Info%20%3Cinfo@example.com%3E",
    "This is an e-mail address: send only its domain",
    "brackets",
    "mail?domain=example.com",
    "example.com",
  ),
  bad("dns?domain=example.com,example.org", CHARACTERS, "','", "dns?domain=example.com", "example.com"),
  bad(
    "dns?domain=example.com%20example.org",
    "This has white space",
    "send one name",
    "dns?domain=example.com",
    "example.com",
  ),
  bad("dns?domain=ex!mple.com", CHARACTERS, "'!'"),
  // Addresses and names in each other's place.
  bad(
    "dns?domain=9.9.9.9",
    "ask /api/v1/reverse?ip= about the address",
    "/api/v1/reverse",
    "reverse?ip=9.9.9.9",
  ),
  bad(
    "dns?domain=https://9.9.9.9/&view=summary",
    "This is a URL: send only the name in it, 9.9.9.9",
    "/api/v1/reverse",
    "reverse?ip=9.9.9.9&view=summary",
  ),
  bad("reverse?ip=example.com", NO_ADDRESS, "/api/v1/dns?domain=", "dns?domain=example.com"),
  bad("reverse?ip=localhost", NO_ADDRESS, NO_ADDRESS),
  bad(
    "dnsbl?ip=example.com",
    "Send this as domain: domain=example.com",
    "Send this as domain",
    "dnsbl?domain=example.com",
  ),
  bad("dnsbl?ip=https://example.com/", NO_ADDRESS, "For a name", "dnsbl?domain=example.com"),
  bad("dnsbl?domain=9.9.9.9", "Send this as ip: ip=9.9.9.9", "Send this as ip", "dnsbl?ip=9.9.9.9"),
  bad("whois?ip=9.9.9.0/24", NO_ADDRESS, "one address of it", "whois?ip=9.9.9.0", "9.9.9.0"),
  bad("whois?ip=10.0.0.0/8", NO_ADDRESS, "not public"),
  bad(
    "whois?ip=2620:fe::fe",
    "for IPv6 ask /api/v1/reverse?ip=",
    "/api/v1/reverse",
    "reverse?ip=2620%3Afe%3A%3Afe",
  ),
  bad(
    "reverse?ip=%5B2620:fe::fe%5D:443",
    NO_ADDRESS,
    "send 2620:fe::fe",
    "reverse?ip=2620%3Afe%3A%3Afe",
    "2620:fe::fe",
  ),
  bad("whois?domain=AS19281", "200 `reserved`: no such top-level domain", "AS number"),
  // Values of lists.
  bad("dns?domain=example.com&type=any", TYPES, "leave type out", "dns?domain=example.com"),
  bad(
    "dns?domain=example.com&type=mx,a",
    TYPES,
    "one type a call, or leave type out",
    "dns?domain=example.com",
  ),
  bad(
    "dns?domain=example.com&type=srv,a",
    TYPES,
    "one type a call, such as SRV",
    "dns?domain=example.com&type=SRV",
    "SRV",
  ),
  bad("dns?domain=example.com&type=HTTPS", TYPES, "in the answer without type", "dns?domain=example.com"),
  bad("dns?domain=example.com&type=15", TYPES, "send MX", "dns?domain=example.com&type=MX", "MX"),
  bad(
    "dns?domain=example.com&type=TYPE65",
    TYPES,
    "HTTPS is in the answer without type",
    "dns?domain=example.com",
  ),
  bad(
    "dns?domain=example.com&type=MXX",
    "Did you mean MX?",
    "Did you mean MX?",
    "dns?domain=example.com&type=MX",
    "MX",
  ),
  bad(
    "propagation?domain=example.com&country=uk",
    COUNTRIES,
    "Did you mean gb?",
    "propagation?domain=example.com&country=gb",
    "gb",
  ),
  bad(
    "propagation?domain=example.com&country=germany",
    COUNTRIES,
    "Did you mean de?",
    "propagation?domain=example.com&country=de",
    "de",
  ),
  bad(
    "propagation?domain=example.com&country=Germny",
    COUNTRIES,
    "Did you mean de?",
    "propagation?domain=example.com&country=de",
    "de",
  ),
  bad(
    "propagation?domain=example.com&limit=100",
    "Send a whole number from 1 to 50",
    "from 1 to 50",
    "propagation?domain=example.com&limit=50",
    "50",
  ),
  bad(
    "scout?domain=example.com&sections=record,mail",
    "Did you mean records?",
    "Did you mean records?",
    "scout?domain=example.com&sections=records%2Cemail",
    "records,email",
  ),
  // Names of parameters.
  ...["host", "name", "q", "url", "Domain", "domian"].map((name) =>
    bad(`dns?${name}=example.com`, UNKNOWN_NAME, "Did you mean domain?", "dns?domain=example.com"),
  ),
  bad(
    "dns?url=https://example.com/x&type=15",
    UNKNOWN_NAME,
    "Did you mean domain?",
    "dns?domain=example.com&type=MX",
  ),
  bad("dnsbl?q=9.9.9.9", UNKNOWN_NAME, "Did you mean ip?", "dnsbl?ip=9.9.9.9"),
  bad(
    "propagation?domain=example.com&type=A",
    UNKNOWN_NAME,
    "leave it out",
    "propagation?domain=example.com",
  ),
  bad(
    "dns?domain=example.com&api_key=abc",
    UNKNOWN_NAME,
    "in the header X-API-Key",
    "dns?domain=example.com",
  ),
  bad(
    "dns?domain=example.com&utm_source=x&_=1&callback=f",
    UNKNOWN_NAME,
    "eave it out",
    "dns?domain=example.com",
  ),
  bad("dns?domain=example.com&recursive=1", UNKNOWN_NAME, "The parameters are domain, type"),
  bad(
    "dns?domain=example.com&domain=example.com",
    "Send domain once",
    "Send domain once",
    "dns?domain=example.com",
  ),
  // Paths.
  lost("/api/v1/dnssbl?ip=9.9.9.9", "Did you mean /api/v1/dnsbl?", "/api/v1/dnsbl?ip=9.9.9.9"),
  lost("/api/v1/Dns?domain=example.com", "Did you mean /api/v1/dns?", DNS),
  ...["/api/dns", "/v1/dns", "/dns", "/API/v1/dns", "/api/v1/d%6Es"].map((path) =>
    lost(`${path}?domain=example.com`, "Did you mean /api/v1/dns?", DNS),
  ),
  lost("/dns/example.com/x", "Did you mean /api/v1/dns?", DNS),
  lost("/api/v1/dns/example.com?type=MX", "Did you mean /api/v1/dns?", `${DNS}&type=MX`),
  lost("/api/v1/whois/9.9.9.0/24", "Did you mean /api/v1/whois?", "/api/v1/whois?ip=9.9.9.0"),
  ...(
    [
      ["spf", "mail"],
      ["dkim", "mail"],
      ["dmarc", "mail"],
      ["mx", "mail"],
      ["blacklist", "dnsbl"],
      ["rbl", "dnsbl"],
      ["cert", "ssl"],
      ["tls", "ssl"],
      ["subdomains", "scout"],
      ["axfr", "scout"],
      ["lookup", "dns"],
      ["dig", "dns"],
    ] as const
  ).map(([word, tool]) =>
    lost(
      `/api/v1/${word}?domain=example.com`,
      `Did you mean /api/v1/${tool}?`,
      `/api/v1/${tool}?domain=example.com`,
    ),
  ),
  ...["ptr", "asn"].map((word) =>
    lost(`/api/v1/${word}?ip=9.9.9.9`, "Did you mean /api/v1/reverse?", "/api/v1/reverse?ip=9.9.9.9"),
  ),
  lost("/api/v1/nslookup?name=https://example.com/&type=15", "Did you mean /api/v1/dns?", `${DNS}&type=MX`),
  lost("/limits", "Did you mean /api/v1/limits?", "/api/v1/limits"),
  lost("/api/v1/spf", "Did you mean /api/v1/mail?"),
  lost("/nothing", LISTS),
  { call: "/api/v1/dns/?domain=example.com&type=MX", before: "404", status: 308, tells: `${DNS}&type=MX` },
  { call: "/api/v1/limits//", before: "404", status: 308, tells: "/api/v1/limits" },
];
