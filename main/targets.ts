import type { ServiceName } from "@dnstools/core/tool/contract";

/** The services that run here or elsewhere: the setting that says where each is found, and another service that it asks. */
export const SERVICES = {
  dns: { url: "DNS_URL" },
  network: { url: "NETWORK_URL" },
  cert: { url: "CERT_URL" },
  analysis: { url: "ANALYSIS_URL" },
  mail: { url: "MAIL_URL", asks: "network" },
} as const satisfies Record<ServiceName, ServiceSettings>;
export type Service = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as Service[];

type ServiceSettings = {
  readonly url: "DNS_URL" | "NETWORK_URL" | "CERT_URL" | "MAIL_URL" | "ANALYSIS_URL";
  readonly asks?: "network";
};

export const TARGETS = ["all", "gateway", ...SERVICE_NAMES] as const;
export type Target = (typeof TARGETS)[number];

/** The services in other processes that a target asks. */
export function askedBy(target: Target): readonly Service[] {
  if (target === "all") return [];
  if (target === "gateway") return SERVICE_NAMES;
  const { asks }: ServiceSettings = SERVICES[target];
  return asks === undefined ? [] : [asks];
}
