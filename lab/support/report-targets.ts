/** An example target for the report of each tool. */
export const REPORT_TARGETS = {
  dns: "example.com",
  reverse: "5.9.4.53",
  whois: "example.com",
  dnsbl: "example.com",
  ssl: "www.example.com",
  mail: "example.com",
  propagation: "example.com",
  scout: "example.com",
} as const;
