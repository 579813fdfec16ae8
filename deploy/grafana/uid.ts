/** The ids of the dashboards in their URLs. They never change, because users bookmark the URLs. */
export const UIDS = [
  "dnstools-overview",
  "dnstools-tools",
  "dnstools-dns",
  "dnstools-limits",
  "dnstools-third-parties",
  "dnstools-runtime",
  "dnstools-edge",
  "dnstools-stores",
] as const;
export type DashboardUid = (typeof UIDS)[number];
