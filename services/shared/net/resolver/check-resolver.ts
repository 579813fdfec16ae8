import type { ResolverFault } from "@dnstools/core/net-event";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Cidr } from "@dnstools/core/protocol/ip";
import { NAT64_NAME, nat64Prefixes } from "@dnstools/core/protocol/nat64";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import { hasSoa } from "./doubtful-reply.ts";

/** The result of checking a resolver. */
export type ResolverCheck = {
  /** The fault that the check found; null if the resolver passed. */
  readonly fault: ResolverFault | null;
  /** The exchange that proves the fault. */
  readonly evidence: Omit<Evidence, "id"> | null;
  /** True if the resolver marks an answer as validated (AD, RFC 4035 3.2.3) whose zone is signed. */
  readonly validates: boolean;
  /** The NAT64 prefixes with which the resolver makes AAAA records (DNS64, RFC 6147); usually none. */
  readonly nat64: readonly Cidr[];
};

/** The result of a check that the resolver passed. */
export const GOOD: ResolverCheck = { fault: null, evidence: null, validates: true, nat64: [] };

/** Number of letters in each label of a random name. */
const MADE_UP_LETTERS = 12;

function madeUpLabel(): string {
  const letters = crypto.getRandomValues(new Uint8Array(MADE_UP_LETTERS));
  return String.fromCharCode(...letters.map((byte) => "a".charCodeAt(0) + (byte % 26)));
}

/**
 * A finished check. `check` is null if no fault was found but some queries were not answered. `heard` is true if any
 * query was answered.
 */
export type Checked = { readonly check: ResolverCheck | null; readonly heard: boolean };

/**
 * Checks a resolver with questions whose answers are known: the root and com have name servers, and a random name does
 * not exist. The random name has two labels because forwarders (dnsmasq's domain-needed, systemd-resolved) deny
 * single-label names themselves.
 */
export async function checkResolver(resolver: DnsServer, ask: DnsClient["ask"]): Promise<Checked> {
  // Each check has a signal of its own, because the signal identifies the caller.
  const { signal } = new AbortController();
  const madeUp = `${madeUpLabel()}.${madeUpLabel()}`;
  const questions = [
    {
      question: { name: "", type: "NS" },
      faultOf: (reply: DnsReply) => (hasNs(reply) ? null : "denies_root"),
    },
    {
      question: { name: "com", type: "NS" },
      faultOf: (reply: DnsReply) => (hasNs(reply) ? null : "denies_com"),
    },
    { question: { name: madeUp, type: "A" }, faultOf: denialFault },
  ] as const;
  const [{ outcome: synthesized }, ...checks] = await Promise.all([
    ask(resolver, { name: NAT64_NAME, type: "AAAA" }, signal),
    ...questions.map(async ({ question, faultOf }) => {
      const { outcome, evidence } = await ask(resolver, question, signal);
      if (outcome.kind !== "present") return null;
      const validates = outcome.value.flags.includes("ad");
      return { fault: faultOf(outcome.value), evidence, validates, nat64: [] };
    }),
  ]);
  const replies = checks.filter((check) => check !== null);
  const nat64 = synthesized.kind === "present" ? nat64Prefixes(synthesized.value) : [];
  // The root and com are signed.
  const validates = replies.some((reply) => reply.validates);
  const good = replies.length === questions.length ? { ...GOOD, validates, nat64 } : null;
  return { check: replies.find(({ fault }) => fault !== null) ?? good, heard: replies.length > 0 };
}

function hasNs(reply: DnsReply): boolean {
  return reply.answers.some(({ type }) => type === "NS");
}

function denialFault(reply: DnsReply): ResolverFault | null {
  if (reply.answers.length > 0) return "invents_answers";
  return hasSoa(reply) ? null : "denies_without_soa";
}
