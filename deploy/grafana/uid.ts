/** Names of the dashboards in links, for ever: people keep them. */
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
