import { LEAF } from "./hosts.ts";
import { OWN_LABELS } from "./own-domains.ts";

/**
 * Second-level labels that have their own RDAP answer; see lab/registry/rdap-labels.ts. All other labels are
 * unregistered, except OWN_LABELS.
 */
export const RDAP_LABELS = [
  ...["registered", "xn--mnchen-3ya", "contradicts", "nameless", "handleless", "redacted"],
  ...["free", "free-bare", "gateway-404", "ghost", "dropped", "reserved", "reserved-object"],
  ...["limited", "forbidden", "broken", "garbage", "empty", "truncated", "deep", "huge", "endless", "drip"],
  ...["silent", "resets", "wrong-types", "other-name", "bomb"],
  ...["moved", "moved-free", "loop", "far", "to-private", "to-loopback", "to-bait", "to-http"],
] as const;

/** Labels that are registered and delegated at every registry. */
const REGISTERED: readonly string[] = [
  ...["registered", "xn--mnchen-3ya", "contradicts", "nameless", "handleless", "redacted", "moved"],
];

/**
 * Labels that every top-level domain with a registry delegates. For `ghost`, RDAP answers that the name is not
 * registered; for `limited`, RDAP gives no information.
 */
export const DELEGATED: readonly string[] = [...REGISTERED, "ghost", "limited"];

/** Labels for which .io's WHOIS server on port 43 gives a faulty answer; see lab/registry/whois-odd.ts. */
export const ODD_LABELS = [
  ...[
    "silent",
    "drip",
    "endless",
    "empty",
    "resets",
    "binary",
    "latin",
    "long-line",
    "maintenance",
    "unsure",
  ],
  ...["referral-private", "referral-bait", "referral-loop", "referral-port", "referral-crlf"],
  ...["referral-chain", "mentions"],
] as const;
/** One of ODD_LABELS. */
export type OddLabel = (typeof ODD_LABELS)[number];

/** The labels in ODD_LABELS that are registered, although WHOIS gives a faulty answer. */
export const ODD_REGISTERED = ODD_LABELS.filter(
  (label) => label === "mentions" || label.startsWith("referral-"),
);

/** State of a name at its registry, as the port-43 server reports it. */
export type State = "registered" | "free" | "reserved" | "limited" | "dropped";

/** Returns the state of a name by its second-level label. */
export function stateOf(label: string): State {
  if (label === "reserved" || label === "limited" || label === "dropped") return label;
  const registered =
    REGISTERED.includes(label) || OWN_LABELS.has(label) || ODD_REGISTERED.some((odd) => odd === label);
  return registered ? "registered" : "free";
}

/** The data that registries report for every registered name. */
export const REGISTRATION = {
  registered: "2001-02-03T04:05:06Z",
  changed: "2025-11-20T10:11:12Z",
  expires: "2031-02-03T04:05:06Z",
  /** Time of the last update of the registry's data. */
  updated: "2026-11-20T00:00:00Z",
  registrar: {
    name: "Lab Registrar, Inc.",
    /** IANA's ID of a registrar for tests (9995). */
    ianaId: "9995",
    url: "https://www.labregistrar.com",
    whois: "whois.labregistrar.com",
    rdap: "https://rdap.labregistrar.com/",
    abuse: { name: "Abuse Desk", email: "abuse@labregistrar.com", phone: "+1.5555550100" },
  },
  /** Status values as in RDAP (RFC 8056). */
  status: ["client delete prohibited", "client transfer prohibited", "client update prohibited"],
  /** Status values of an expired registration whose name cannot be registered again yet. */
  droppedStatus: ["pending delete", "redemption period"],
  nameServers: LEAF,
  ds: {
    keyTag: 34505,
    algorithm: 13,
    digestType: 2,
    digest: "3A1F2E9C5B7D80461C2E3F4A5B6C7D8E9F00112233445566778899AABBCCDDEE",
  },
  registrant: { handle: "C1000-LAB", name: "Jörg Müller", organization: "Müller & Söhne", country: "DE" },
  remark: "This name is reserved by the Registry",
} as const;

/** Seconds in the Retry-After headers of registries that limit the request rate of a client. */
export const RETRY_AFTER = { limited: 120, pl: 30, networks: 60 } as const;
