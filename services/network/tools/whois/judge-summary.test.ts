import { expect, test } from "bun:test";
import type { Network } from "@dnstools/core/network";
import type { RegistrationFound } from "@dnstools/core/protocol/registration";
import { worstFirst } from "@dnstools/core/tool/finding";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { readWhois } from "@dnstools/net/registry/whois-text";
import { analyse } from "./analyse.ts";
import { FINDINGS } from "./findings.ts";
import type { WhoisObservation } from "./observations.ts";
import { delegationIn, dsReply, type World } from "./test/worlds.ts";

/** Time of the simulated lookups: 2026-11-20 12:00:00 UTC. */
const AT = 1_795_176_000;
const NAME = "name.io";

function said(text: string, role: "registry" | "registrar" = "registry", server = "whois.nic.io") {
  return { server, role, outcome: present(readWhois(new TextEncoder().encode(text), "iso-8859-1")) };
}

const DOMAIN = `Domain Name: ${NAME}\nRegistrar: Lab Registrar, Inc.\n`;
const later = (lines = "") => `${DOMAIN}Expiry Date: 2031-02-03T04:05:06Z\n${lines}`;

type Given = {
  readonly domain?: string;
  readonly world?: World;
  readonly registration?: Partial<RegistrationFound>;
  readonly more?: Partial<WhoisObservation>;
};

/** Returns the answer for a .io domain with this text from port 43. */
function answer(
  text: string,
  { domain = NAME, world = "delegated", registration = {}, more = {} }: Given = {},
) {
  return judged(
    {
      registration: {
        ...{ bootstrap: absent("not_offered"), rdap: null, rests: [], elapsedMs: 1 },
        texts: [said(text)],
        ...registration,
      },
      delegation: delegationIn(world, NAME),
      ...more,
    },
    { domain: domain as never, ip: null },
  );
}

function ofAddress(outcome: Outcome<Network>) {
  const network = { outcome, sources: [], elapsedMs: 1 };
  return judged({ network }, { domain: null, ip: "192.0.2.1" as never });
}

function judged(more: Partial<WhoisObservation>, input: Parameters<typeof analyse>[1]) {
  const observed: WhoisObservation = {
    ...{ at: AT, registration: null, delegation: null, delegationMs: 1, ds: null, topLevel: null },
    ...{ network: null, resolverAlive: null, evidence: [] },
    ...more,
  };
  const judgement = analyse(observed, input);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  return { ...judgement, findings: worstFirst(judgement.findings) };
}

const LIMITED = { rests: [{ server: "whois.nic.io", seconds: 42 }] };
const FAILED = {
  rdap: { base: "https://rdap.nic.io/", bootstrapped: true, outcome: unknown("timeout") },
} as const;
const DENIED_BY_REGISTRAR = {
  texts: [said(later()), said("Domain not found.\n", "registrar", "whois.labregistrar.com")],
};
const DS = `DNSSEC: signedDelegation\nDNSSEC DS Data: 34505 13 2 ${"3A".repeat(32)}\n`;
const UNTIL = "name.io is registered with Lab Registrar, Inc. until 2031-02-03";

const NETWORK: Network = {
  ...{ handle: null, name: "LAB-NET", startAddress: "192.0.2.0", endAddress: "192.0.2.255" },
  ...{ cidrs: ["192.0.2.0/24"], type: null, status: [], parentHandle: null, organization: "Lab Ltd" },
  ...{ countryCode: "DE", abuse: { email: null, phone: null }, created: null, changed: null, registry: null },
};

const SITUATIONS: readonly (readonly [
  code: keyof typeof FINDINGS | null,
  answer: ReturnType<typeof judged>,
  summary: string,
])[] = [
  [null, answer(later()), `pass: ${UNTIL}.`],
  [null, answer(DOMAIN), "pass: name.io is registered with Lab Registrar, Inc."],
  [
    null,
    answer("Domain not found.\n", { world: "denied" }),
    "pass: name.io is not registered, so it is available.",
  ],
  [
    null,
    answer("", { domain: "printer.local" }),
    "pass: printer.local is reserved and cannot be registered: Names under local are not in the public DNS (RFC 6762).",
  ],
  [
    null,
    answer("", { registration: { texts: [{ ...said(""), outcome: unknown("timeout") }] } }),
    "unknown: Whether name.io is registered could not be determined: no answer arrived before the timeout of this query.",
  ],
  [
    null,
    ofAddress(present(NETWORK)),
    "pass: 192.0.2.1 is in 192.0.2.0/24 (LAB-NET), held by Lab Ltd, registered in DE.",
  ],
  [null, ofAddress(absent("nxdomain")), "pass: No registry names a holder for the block of 192.0.2.1."],
  [
    null,
    ofAddress(unknown("server_error")),
    "unknown: The block of 192.0.2.1 could not be determined: the server reported an internal error (HTTP 5xx or an equivalent message).",
  ],
  ["whois.subdomain", answer(later(), { domain: `www.${NAME}` }), `pass: ${UNTIL}.`],
  [
    "whois.contradictory",
    answer("Domain not found.\n"),
    "unknown: Sources contradict each other about name.io (whois says not found, DNS says delegated): whether it is registered is unknown.",
  ],
  ["whois.registry_unreachable", answer(later(), { registration: FAILED }), `pass: ${UNTIL}.`],
  ["whois.registrar_disagrees", answer(later(), { registration: DENIED_BY_REGISTRAR }), `pass: ${UNTIL}.`],
  [
    "whois.not_recognised",
    answer("Welcome to the registry.\n"),
    "unknown: Whether name.io is registered could not be determined: the answer is well formed but has no content that this API can interpret.",
  ],
  [
    "whois.rate_limited",
    answer("Too many requests\n", { registration: LIMITED }),
    "unknown: Whether name.io is registered could not be determined: the server limits the rate of our queries and rejected this one (try again in 42 s).",
  ],
  [
    "whois.expired",
    answer(`${DOMAIN}Expiry Date: 2026-11-01T00:00:00Z\n`),
    "fail: The registration of name.io (2026-11-01) has expired: the domain may stop working and can be lost.",
  ],
  [
    "whois.expires_within_7_days",
    answer(`${DOMAIN}Expiry Date: 2026-11-23\n`),
    "fail: The registration of name.io (2026-11-23) expires within a week.",
  ],
  [
    "whois.expires_within_30_days",
    answer(`${DOMAIN}Expiry Date: 2026-12-10\n`),
    "warning: The registration of name.io (2026-12-10) expires within 30 days.",
  ],
  [
    "whois.redemption",
    answer(later("Status: redemptionPeriod\n")),
    "fail: name.io (redemptionPeriod) was deleted: only its last holder can still restore it.",
  ],
  [
    "whois.pending_delete",
    answer(later("Status: pendingDelete\n")),
    "fail: name.io (pendingDelete) is about to be deleted; after that others can register it.",
  ],
  [
    "whois.on_hold",
    answer(later("Status: clientHold\n")),
    "fail: name.io (clientHold) has been taken out of DNS (hold).",
  ],
  [
    "whois.not_delegated",
    answer(later(), { world: "denied" }),
    `pass: ${UNTIL}, and has no name servers in DNS.`,
  ],
  ["whois.unlocked", answer(later("Status: ok\n")), `pass: ${UNTIL}.`],
  ["whois.locked", answer(later("Status: clientTransferProhibited\n")), `pass: ${UNTIL}.`],
  [
    "whois.ds_not_in_dns",
    answer(later(DS), { more: { ds: dsReply(NAME, []) } }),
    "warning: The registry has DS data for name.io (key tag 34505) that is not in DNS, so resolvers do not use it to validate the domain.",
  ],
  [
    "whois.ds_not_at_registry",
    answer(later("DNSSEC: unsigned\n"), { more: { ds: dsReply(NAME, [1]) } }),
    "warning: DNS has DS records for name.io (key tag 1) that are missing from the registry's answer.",
  ],
];

test.each(SITUATIONS)("%p, and the summary sentence", (code, { summary, findings }, sentence) => {
  expect(`${summary.status}: ${summary.text}`).toBe(sentence);
  if (code !== null) expect(findings.map((one) => one.code)).toContain(code);
});

test("every code has a test situation", () => {
  const codes = SITUATIONS.map(([code]) => code).filter((code) => code !== null);
  expect(codes.toSorted()).toEqual(Object.keys(FINDINGS).toSorted() as typeof codes);
});

test("a finding about a domain has the domain and the registry's statuses as subjects", () => {
  const [finding] = answer(`${DOMAIN}Expiry Date: 2026-11-01T00:00:00Z\n`).findings;
  expect(finding).toMatchObject({
    code: "whois.expired",
    subjects: [NAME, "2026-11-01T00:00:00Z"],
  });
});
