import type { ToolCase } from "@dnstools/lab/support/cases";

const ok = { status: "pass" };
const good = (host: string, port: number, source: string, preference: number | null) => ({
  ...{ host, port, source, preference },
  reachability: { status: "ok" },
  verdicts: { validity: ok, host: ok, trust: ok, chain: ok, protocol: ok },
});
const domain = (
  says: string,
  label: string,
  service: string,
  data: ToolCase["data"],
  more: Partial<ToolCase> = {},
): ToolCase => ({
  says: `${says} (${service})`,
  query: `domain=${label}&service=${service}`,
  data,
  ...more,
});
const MAIL = "mail.mailtls.com";
const bySrv = (service: string, port: number): ToolCase =>
  domain(
    "by SRV",
    "mailtls.com",
    service,
    {
      discovery: { status: "found", by: "srv" },
      servers: [good(MAIL, port, "srv", 0), good(MAIL, port, "srv", 0)],
      summary: { servers: 2, reached: 2, good: 2, verdict: ok },
    },
    { findings: [] },
  );
const byHost = (service: string, port: number): ToolCase => ({
  says: `by host (${service})`,
  query: `host=${MAIL}&service=${service}`,
  data: {
    servers: [good(MAIL, port, "host", null), good(MAIL, port, "host", null)],
    summary: { verdict: ok },
  },
  findings: [],
});
const lost = (host: string, reason: string) => ({ host, address: null, reachability: { reason } });

/** Test cases: servers that are found by host, or by a domain's records. */
export const DISCOVERY_CASES: readonly ToolCase[] = [
  bySrv("smtp", 587),
  bySrv("smtps", 465),
  bySrv("imap", 143),
  bySrv("imaps", 993),
  bySrv("pop3", 110),
  bySrv("pop3s", 995),
  byHost("smtp", 587),
  byHost("smtp25", 25),
  byHost("smtps", 465),
  byHost("imap", 143),
  byHost("imaps", 993),
  byHost("pop3", 110),
  byHost("pop3s", 995),
  domain("every MX, the preferred first", "fourmx.mailtls.com", "smtp25", {
    discovery: { status: "found", by: "mx", asked: "fourmx.mailtls.com", dropped: 0 },
    servers: [
      ...["mx1", "mx1"].map((mx) => good(`${mx}.mailtls.com`, 25, "mx", 10)),
      ...["mx2", "mx2"].map((mx) => good(`${mx}.mailtls.com`, 25, "mx", 10)),
      ...["mx3", "mx3"].map((mx) => good(`${mx}.mailtls.com`, 25, "mx", 20)),
      ...["mx4", "mx4"].map((mx) => good(`${mx}.mailtls.com`, 25, "mx", 30)),
    ],
    summary: { servers: 8, good: 8, verdict: ok },
  }),
  domain(
    "no mail at all",
    "nullmx.mailtls.com",
    "smtp25",
    { discovery: { status: "not_offered" }, servers: [] },
    { findings: [["ssl.no_mail", "nullmx.mailtls.com"]] },
  ),
  domain("neither MX nor address", "nomail.mailtls.com", "smtp25", {
    discovery: { status: "absent", by: "implicit_mx" },
    servers: [lost("nomail.mailtls.com", "no_servers")],
  }),
  domain("without MX the domain itself", "implicit.mailtls.com", "smtp25", {
    discovery: { status: "found", by: "implicit_mx" },
    servers: [{ source: "implicit_mx", verdicts: { host: { reason: "host_mismatch" } } }, {}],
  }),
  domain("a dead MX hides no other", "deadmx.mailtls.com", "smtp25", {
    servers: [
      { host: "dead.mailtls.com", reachability: { reason: "timeout" } },
      good("mx1.mailtls.com", 25, "mx", 10),
      {},
    ],
    summary: { verdict: { status: "warning", reason: "timeout" } },
  }),
  domain("an MX that does not exist", "missingmx.mailtls.com", "smtp25", {
    servers: [{ ...lost("missing.mailtls.com", "no_servers"), reachability: { status: "failed" } }],
    summary: { verdict: { status: "fail", reason: "no_servers" } },
  }),
  ...["zonemx", "addressmx"].map((label) =>
    domain(
      `an MX that is no host name: ${label}`,
      `${label}.mailtls.com`,
      "smtp25",
      { servers: [{ address: null, reachability: { reason: "not_a_host", stage: "none" } }] },
      { findings: [["ssl.not_a_host", label === "zonemx" ? "::1%z.zonemx.mailtls.com" : "5.41.0.1"]] },
    ),
  ),
  domain(
    "an MX that is an alias",
    "aliasmx.mailtls.com",
    "smtp25",
    { servers: [{ host: "alias.mailtls.com", verdicts: { host: { reason: "host_mismatch" } } }, {}] },
    { codes: ["ssl.dane_insecure", "ssl.host_mismatch", "ssl.mx_alias", "ssl.opportunistic"] },
  ),
  domain(
    "an MX at a private address",
    "privatemx.mailtls.com",
    "smtp25",
    { servers: [{ address: "10.0.0.1", reachability: { reason: "not_allowed", stage: "none" } }] },
    { findings: [["ssl.not_public", "private.mailtls.com"]] },
  ),
  domain("of many MX the first ten", "manymx.mailtls.com", "smtp25", {
    discovery: { dropped: 5 },
    summary: { servers: 6, reached: 2 },
  }),
  domain("two MX at one address", "samemx.mailtls.com", "smtp25", {
    servers: [
      good("mx1.mailtls.com", 25, "mx", 10),
      {},
      { host: "mx1-b.mailtls.com", verdicts: { host: { reason: "host_mismatch" } } },
      {},
    ],
  }),
  domain("an MX that turns us away", "oddmx.mailtls.com", "smtp25", {
    servers: [{ reachability: { reason: "rate_limited" } }, {}, good("mx1.mailtls.com", 25, "mx", 20), {}],
    summary: { verdict: { status: "unknown", reason: "rate_limited" } },
  }),
  domain("by the usual names where there is no SRV", "nosrv.mailtls.com", "imaps", {
    discovery: { status: "guessed", by: "guess", asked: "_imaps._tcp.nosrv.mailtls.com" },
    servers: [
      { host: "imap.nosrv.mailtls.com", source: "guess" },
      { host: "mail.nosrv.mailtls.com", source: "guess" },
    ],
  }),
  domain("by the usual names where there is no SRV", "nosrv.mailtls.com", "smtp", {
    servers: [
      { host: "smtp.nosrv.mailtls.com", source: "guess", port: 587 },
      { host: "mail.nosrv.mailtls.com" },
    ],
  }),
  domain("by the usual names where there is no SRV", "nosrv.mailtls.com", "pop3s", {
    servers: [
      { host: "pop.nosrv.mailtls.com", source: "guess", port: 995 },
      { host: "mail.nosrv.mailtls.com" },
    ],
  }),
  domain(
    "a guess where nothing listens is no fault",
    "guessy.mailtls.com",
    "imaps",
    {
      servers: [{ source: "guess", reachability: { reason: "connection_refused" } }],
      summary: { verdict: { status: "unknown", reason: "guessed" } },
    },
    { findings: [["ssl.guessed", "guessy.mailtls.com"]] },
  ),
  domain(
    "neither SRV nor a usual name",
    "nomail.mailtls.com",
    "imaps",
    { discovery: { status: "absent" }, servers: [] },
    { findings: [["ssl.no_server", "nomail.mailtls.com"]] },
  ),
  ...["smtp", "smtps", "imap", "imaps", "pop3", "pop3s"].map((service) =>
    domain(
      "not offered",
      "srvdot.mailtls.com",
      service,
      { discovery: { status: "not_offered" }, servers: [], summary: { verdict: { status: "pass" } } },
      { findings: [["ssl.not_offered", "srvdot.mailtls.com"]] },
    ),
  ),
  domain("SRV to a private address", "srvprivate.mailtls.com", "imaps", {
    servers: [{ address: "10.0.0.1", reachability: { reason: "not_allowed" } }],
  }),
  domain(
    "SRV to a port of another service",
    "srvport.mailtls.com",
    "imaps",
    { servers: [{ port: 22, address: null, reachability: { reason: "port_not_allowed", stage: "none" } }] },
    { findings: [["ssl.port_not_allowed", MAIL]] },
  ),
  domain("several SRV", "srvtwo.mailtls.com", "imaps", {
    servers: [
      lost("missing.mailtls.com", "no_servers"),
      good(MAIL, 993, "srv", 10),
      {},
      { host: "mx1.mailtls.com", reachability: { reason: "connection_refused" } },
      {},
    ],
  }),
  domain(
    "a domain that does not exist",
    "nowhere.mailtls.com",
    "imaps",
    { code: "domain_not_found" },
    { status: 404 },
  ),
  domain(
    "a domain that does not exist",
    "no-such-name.com",
    "smtp25",
    { code: "domain_not_found" },
    { status: 404 },
  ),
  domain("a domain whose zone is bogus", "expired.com", "smtp25", {
    discovery: { status: "unknown", reason: "servfail" },
    servers: [],
  }),
];

const dane = (label: string, status: string, reason: string | null): ToolCase => ({
  says: `DANE: ${label}`,
  query: `host=${label}.danemail.org&service=smtp25`,
  data: { servers: [{ dane: { status, reason } }, { dane: { status, reason } }] },
});

/** Test cases: TLSA records. */
export const DANE_CASES: readonly ToolCase[] = [
  domain("DANE by MX", "danemail.org", "smtp25", {
    servers: [
      {
        dane: {
          status: "pass",
          name: "_25._tcp.mx.danemail.org",
          records: [{ usage: 3, matches: true, unusable: null }],
        },
      },
      {},
    ],
  }),
  dane("mx", "pass", null),
  dane("mx-wrong", "fail", "mismatch"),
  dane("mx-two", "pass", null),
  dane("mx-usage1", "unusable", "usage"),
  dane("mx-digest", "unusable", "length"),
  dane("mx-ta", "pass", null),
  dane("mx-self", "pass", null),
  dane("mx-domain", "fail", "mismatch"),
  domain("DANE-TA by the name of the domain", "domain.danemail.org", "smtp25", {
    servers: [{ dane: { status: "pass" }, verdicts: { host: { reason: "host_mismatch" } } }, {}],
  }),
  domain("DANE behind an MX that nothing proves", "danefrom.mailtls.com", "smtp25", {
    servers: [{ dane: { status: "insecure", reason: "way" } }, {}],
  }),
  domain("TLSA that nothing proves", "mailtls.com", "smtp25", {
    servers: [{ dane: { status: "insecure", reason: "tlsa" } }, {}, { dane: { status: "absent" } }, {}],
  }),
  ...(
    [
      ["www", "pass"],
      ["web-pkix", "pass"],
      ["web-ta", "pass"],
      ["web-alias", "pass"],
      ["no-tlsa", "absent"],
    ] as const
  ).map(([label, status]) => ({
    says: `DANE for the web: ${label}`,
    query: `host=${label}.danemail.org`,
    data: { servers: [{ dane: { status } }, {}] },
  })),
];
