/** A request and its expected response. */
export type Row = {
  readonly says: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code?: string;
  /** Cost of the request in units. */
  readonly cost?: number;
  /** Texts that must occur in the response, in `detail` or in an entry of `errors`. */
  readonly tells?: readonly string[];
  /** The parameters that `errors` must name, in order. */
  readonly parameters?: readonly string[];
};

export const DNS = "/api/v1/dns";
const bad = (query: string, parameters: readonly string[], ...tells: readonly string[]): Row => ({
  says: `400 for ?${query.slice(0, 60)}`,
  path: `${DNS}?${query}`,
  status: 400,
  code: "invalid_parameter",
  parameters,
  tells,
});

const badFor = (tool: string, query: string, parameter: string, ...tells: readonly string[]): Row => ({
  ...bad(query, [parameter], ...tells),
  says: `400 for ${tool}?${query}`,
  path: `/api/v1/${tool}?${query}`,
});

const LABEL64 = "a".repeat(64);
const NAME254 = `${"a.".repeat(125)}comm`;

/** Calls of tools other than dns with invalid values of the parameters that only these tools have. */
const BAD_ELSEWHERE: readonly Row[] = [
  ...["0", "51", "1.5", "-1", "many", "1e1"].map((limit) =>
    badFor("propagation", `domain=example.com&limit=${limit}`, "limit", "from 1 to 50"),
  ),
  badFor("propagation", "domain=example.com&country=xx", "country", "Send one of ae, am,", "us, uz"),
  badFor("propagation", "domain=example.com&country=usa", "country", "us, uz"),
  badFor("scout", "domain=example.com&sections=records,", "sections", "Send one of records, email"),
  badFor("scout", "domain=example.com&sections=axfr,axfr", "sections", "Send axfr once"),
];

export const BAD_INPUT: readonly Row[] = [
  bad("", ["domain"], "domain=example.com"),
  bad("domain=", ["domain"], "empty"),
  bad("domain=%20%20", ["domain"], "empty"),
  bad("domain=example.com&domain=example.org", ["domain"], "once"),
  bad("domian=example.com", ["domian", "domain"], "Did you mean domain?"),
  bad("Domain=example.com", ["Domain", "domain"], "Did you mean domain?"),
  bad("domain=example.com&limit=5", ["limit"], "The parameters are domain, type"),
  bad("domain=example.com&__proto__=1", ["__proto__"], "no parameter with this name"),
  bad("domain=example.com&constructor=1", ["constructor"], "no parameter with this name"),
  bad("domain=example.com&type=", ["type"], "leave the parameter out"),
  bad("domain=example.com&type=MXX", ["type"], "Did you mean MX?"),
  bad("domain=example.com&type=ANY", ["type"], "Send one of A, AAAA"),
  bad("domain=example.com&type=A&type=MX", ["type"], "once"),
  bad("domain=a&type=b&c=d", ["c", "domain", "type"]),
  bad("domain=https://user@www.example.com:8443/a?b", ["domain"], "This is a URL", "www.example.com"),
  bad("domain=http://[::1]/", ["domain"], "This is a URL"),
  bad("domain=example.com/path", ["domain"], "path", "example.com"),
  bad("domain=example.com%3A443", ["domain"], "port", "example.com"),
  bad("domain=postmaster@example.com", ["domain"], "e-mail", "example.com"),
  bad("domain=93.184.215.14", ["domain"], "/api/v1/reverse"),
  bad("domain=2606:2800:21f::1", ["domain"], "/api/v1/reverse"),
  bad("domain=[::1]", ["domain"], "/api/v1/reverse"),
  bad("domain=127.0.0.1.5", ["domain"], "malformed IP address"),
  bad("domain=0x7f.1", ["domain"], "malformed IP address"),
  bad("domain=2130706433", ["domain"], "malformed IP address"),
  bad("domain=%25zz.com", ["domain"], "'%'"),
  bad("domain=%zz.com", ["domain"], "'%'"),
  bad("domain=%ff%fe.com", ["domain"], "UTS 46"),
  bad("domain=a%00b.com", ["domain"], "control characters"),
  bad("domain=a%0d%0ab.com", ["domain"], "control characters"),
  bad("domain=a%20b.com", ["domain"], "white space"),
  bad("domain=a..b.com", ["domain"], "empty label"),
  bad("domain=.example.com", ["domain"], "empty label"),
  bad("domain=example.com..", ["domain"], "empty label"),
  bad("domain=.", ["domain"], "root"),
  bad("domain=ex!mple.com", ["domain"], "cannot contain this character"),
  bad("domain=www.*.com", ["domain"], "cannot contain this character"),
  bad("domain=xn--a.com", ["domain"], "UTS 46"),
  bad(`domain=${LABEL64}.com`, ["domain"], "64 characters", "63"),
  bad(`domain=${NAME254}`, ["domain"], "254 characters", "253"),
  bad(`domain=${"a".repeat(5000)}`, ["domain"], "too long"),
  bad("domain=localhost", ["domain"], "RFC 6761"),
  bad("domain=printer.local", ["domain"], "RFC 6762"),
  bad("domain=db.internal", ["domain"], "internal"),
  bad("domain=abc.onion", ["domain"], "RFC 7686"),
  bad("domain=a.alt", ["domain"], "RFC 9476"),
  bad("domain=a.test", ["domain"], "RFC 6761"),
  bad("domain=a.invalid", ["domain"], "RFC 6761"),
  bad("domain=www.example", ["domain"], "RFC 6761"),
  bad("domain=router.home.arpa", ["domain"], "RFC 8375"),
  bad("domain=intranet", ["domain"], "single label"),
  bad("domain=host_name", ["domain"], "single label"),
];

export const ROWS: readonly Row[] = [
  { says: "answers from the zone's servers", path: `${DNS}?domain=example.com`, status: 200, cost: 1 },
  { says: "answers from the resolver", path: `${DNS}?domain=example.com&type=MX`, status: 200, cost: 1 },
  { says: "takes the type in any case", path: `${DNS}?domain=example.com&type=aaaa`, status: 200, cost: 1 },
  {
    says: "HEAD works and costs the same",
    path: `${DNS}?domain=example.com&type=A`,
    method: "HEAD",
    status: 200,
    cost: 1,
  },
  {
    says: "an existing name without the type is 200",
    path: `${DNS}?domain=mail.example.com&type=MX`,
    status: 200,
    cost: 1,
  },
  {
    says: "a missing domain is 404 and costs",
    path: `${DNS}?domain=nothing-here.com`,
    status: 404,
    code: "domain_not_found",
    cost: 1,
    tells: ["/api/v1/whois?domain=nothing-here.com says whether"],
  },
  { says: "lists the tools", path: "/api/v1", status: 200 },
  { says: "tells the limits", path: "/api/v1/limits", status: 200 },
  {
    says: "404 for an unknown tool",
    path: "/api/v1/nslookup?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  {
    says: "404 for an unknown path",
    path: "/nothing",
    status: 404,
    code: "unknown_path",
    tells: ["/api/v1"],
  },
  { says: "404 for metrics on the public port", path: "/metrics", status: 404, code: "unknown_path" },
  { says: "404 for health on the public port", path: "/readyz", status: 404, code: "unknown_path" },
  {
    says: "404 for an encoded path",
    path: "/api/v1/d%6Es?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  { says: "404 for a broken encoding in the path", path: "/api/v1/%zz", status: 404, code: "unknown_path" },
  {
    says: "404 for an encoded slash",
    path: "/api%2Fv1%2Fdns?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  {
    says: "308 for a slash at the end",
    path: "/api/v1/dns/?domain=example.com",
    status: 308,
    code: "moved",
  },
  {
    says: "404 for another case of the path",
    path: "/API/v1/dns?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  ...["POST", "PUT", "PATCH", "DELETE"].map((method) => ({
    says: `405 for ${method}`,
    path: `${DNS}?domain=example.com`,
    method,
    status: 405,
    code: "method_not_allowed",
    tells: ["GET"],
  })),
  {
    says: "401 for an invalid key",
    path: `${DNS}?domain=example.com`,
    headers: { "X-API-Key": "dt_abc" },
    status: 401,
    code: "key_malformed",
    tells: ["X-API-Key"],
  },
  {
    says: "401 for an empty key",
    path: `${DNS}?domain=example.com`,
    headers: { "X-API-Key": "" },
    status: 401,
    code: "key_malformed",
  },
  {
    says: "preflight is free, even with a key",
    path: DNS,
    method: "OPTIONS",
    headers: {
      Origin: "https://a.example.org",
      "Access-Control-Request-Method": "GET",
      "X-API-Key": "dt_abc",
    },
    status: 204,
  },
  { says: "preflight of an unknown path", path: "/nothing", method: "OPTIONS", status: 204 },
  ...BAD_INPUT,
  ...BAD_ELSEWHERE,
];
