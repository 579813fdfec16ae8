import type { ResolverFault } from "@dnstools/core/net-event";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import { hasSoa } from "./doubtful-reply.ts";

/** What the check of a resolver came to. */
export type ResolverCheck = {
  /** Null where nothing speaks against the resolver. */
  readonly fault: ResolverFault | null;
  /** The exchange that shows the fault. */
  readonly evidence: Omit<Evidence, "id"> | null;
};

/** What the check of a good resolver comes to. */
export const GOOD: ResolverCheck = { fault: null, evidence: null };
const NEVER = new AbortController().signal;

/** Letters of each label of a name that is made up. */
const MADE_UP_LETTERS = 12;

function madeUpLabel(): string {
  const letters = crypto.getRandomValues(new Uint8Array(MADE_UP_LETTERS));
  return String.fromCharCode(...letters.map((byte) => "a".charCodeAt(0) + (byte % 26)));
}

/** A check that ended; null where not all of it was answered and nothing is wrong. `heard`: whether any of it was answered. */
export type Checked = { readonly check: ResolverCheck | null; readonly heard: boolean };

/**
 * Asks for what is known: the root and com have servers, and a name that was made up does not exist. It has two labels: forwarders
 * (dnsmasq's domain-needed, systemd-resolved) deny names of one label by themselves.
 */
export async function checkResolver(resolver: DnsServer, ask: DnsClient["ask"]): Promise<Checked> {
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
  const checks = await Promise.all(
    questions.map(async ({ question, faultOf }) => {
      const { outcome, evidence } = await ask(resolver, question, NEVER);
      return outcome.kind === "present" ? { fault: faultOf(outcome.value), evidence } : null;
    }),
  );
  const replies = checks.filter((check) => check !== null);
  const good = replies.length === questions.length ? GOOD : null;
  return { check: replies.find(({ fault }) => fault !== null) ?? good, heard: replies.length > 0 };
}

function hasNs(reply: DnsReply): boolean {
  return reply.answers.some(({ type }) => type === "NS");
}

function denialFault(reply: DnsReply): ResolverFault | null {
  if (reply.answers.length > 0) return "invents_answers";
  return hasSoa(reply) ? null : "denies_without_soa";
}
