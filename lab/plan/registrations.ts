import { LEAF } from "./hosts.ts";
import { OWN_LABELS } from "./own-domains.ts";

/** What RDAP says of a name, by its second-level label; every other label is free. See lab/registry/rdap-labels.ts. */
export const RDAP_LABELS = [
  ...["registered", "xn--mnchen-3ya", "contradicts", "nameless", "handleless", "redacted"],
  ...["free", "free-bare", "gateway-404", "ghost", "dropped", "reserved", "reserved-object"],
  ...["limited", "forbidden", "broken", "garbage", "empty", "truncated", "deep", "huge", "endless", "drip"],
  ...["silent", "resets", "wrong-types", "other-name", "bomb"],
  ...["moved", "moved-free", "loop", "far", "to-private", "to-loopback", "to-bait", "to-http"],
] as const;

/** Labels that registries have, and delegate. */
const REGISTERED: readonly string[] = [
  ...["registered", "xn--mnchen-3ya", "contradicts", "nameless", "handleless", "redacted", "moved"],
];

/** Labels that are delegated in every top-level domain with a registry: RDAP denies `ghost`, or says nothing of `limited`. */
export const DELEGATED: readonly string[] = [...REGISTERED, "ghost", "limited"];

/** Labels for which .io's port 43 goes wrong; see lab/registry/whois-odd.ts. */
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
export type OddLabel = (typeof ODD_LABELS)[number];

/** Those of them that are registered all the same. */
export const ODD_REGISTERED = ODD_LABELS.filter(
  (label) => label === "mentions" || label.startsWith("referral-"),
);

/** What a registry has of a name, as port 43 tells it. */
export type State = "registered" | "free" | "reserved" | "limited" | "dropped";

/** The state of a name by its second-level label. */
export function stateOf(label: string): State {
  if (label === "reserved" || label === "limited" || label === "dropped") return label;
  const registered =
    REGISTERED.includes(label) || OWN_LABELS.has(label) || ODD_REGISTERED.some((odd) => odd === label);
  return registered ? "registered" : "free";
}

/** Everything that registries tell of every registered name. */
export const REGISTRATION = {
  registered: "2001-02-03T04:05:06Z",
  changed: "2025-11-20T10:11:12Z",
  expires: "2031-02-03T04:05:06Z",
  /** When the registry's answers were last brought up to date. */
  updated: "2026-11-20T00:00:00Z",
  registrar: {
    name: "Lab Registrar, Inc.",
    /** IANA's number of a registrar for tests (9995). */
    ianaId: "9995",
    url: "https://www.labregistrar.com",
    whois: "whois.labregistrar.com",
    rdap: "https://rdap.labregistrar.com/",
    abuse: { name: "Abuse Desk", email: "abuse@labregistrar.com", phone: "+1.5555550100" },
  },
  /** In RDAP's words (RFC 8056). */
  status: ["client delete prohibited", "client transfer prohibited", "client update prohibited"],
  /** What follows on the end of a registration, before the name is free. */
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

/** Seconds after which a registry that has had enough of a client may be asked again. */
export const RETRY_AFTER = { limited: 120, pl: 30, networks: 60 } as const;
