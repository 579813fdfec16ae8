import { randomBytes } from "node:crypto";
import { orAborted } from "@dnstools/concurrency/abortable";
import { type LookUp, untilAllAnswered } from "@dnstools/concurrency/until-all-answered";
import { isOrdinarilyAbsent, withoutFiltered } from "@dnstools/core/mail/answers";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Decisive, NetSession } from "@dnstools/net";
import type { MailIo } from "../../io.ts";
import { answersOf, type Facts, type Query } from "./answers.ts";
import type { contract } from "./contract.ts";
import { withInstead } from "./instead.ts";
import { keepParts } from "./lookup-parts.ts";
import { isMissing, lookUpReport } from "./lookup-report.ts";
import type { FileObservation, MailObservation, ReputationObservation } from "./observations.ts";

type MailInput = InputOf<typeof contract.params>;

/** Maximum number of queries of one report, and of records in all its answers. */
const QUERIES_MAX = 450;
const RECORDS_MAX = 20_000;
/** Maximum number of A, AAAA or PTR records kept from one answer; no lookup uses more. TXT records are all kept. */
const ADDRESSES_MAX = 128;

/**
 * Collects the answers for the report. The lookup runs over the answers received so far, all queries that it yields
 * are sent in parallel, and this is repeated until the lookup yields no query. A query therefore waits only for the
 * answers that it depends on.
 */
export async function probe(
  input: MailInput,
  io: MailIo,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<MailObservation> {
  const session = io.session(signal, { progress });
  const dns = new Map<string, Outcome<DnsReply>>();
  const files: Record<string, Outcome<FileObservation>> = {};
  const reputation: Record<string, Outcome<ReputationObservation>> = {};
  const facts: Facts = {
    get at() {
      return session.nowS();
    },
    randomLabel: randomBytes(8).toString("hex"),
    dns,
    files,
    reputation,
  };

  let records = 0;
  /** Returns the part of a reply to keep; `unknown(too_large)` once the report has more than RECORDS_MAX records. */
  function keep(outcome: Outcome<DnsReply>, type: string): Outcome<DnsReply> {
    if (outcome.kind !== "present") return outcome;
    const kept = answerOnly(outcome.value, type);
    records += kept.answers.length;
    return records > RECORDS_MAX ? unknown("too_large") : present(kept);
  }

  async function answer(query: Query): Promise<void> {
    switch (query.kind) {
      case "dns": {
        const { outcome } = await session.resolve(query, {
          bytesMax: bytesMaxOf(query, input.domain),
          decisive: decisiveIn(query, input),
        });
        dns.set(query.key, keep(outcome, query.type));
        return;
      }
      case "file":
        files[query.key] = await fetchFile(session, query);
        return;
      case "reputation": {
        const outcome = (await orAborted(io.reputationOf(query.ip, signal), signal)) ?? unknown("budget");
        reputation[query.key] =
          outcome.kind === "present"
            ? present({ summary: outcome.value.summary, lists: outcome.value.lists })
            : outcome;
      }
    }
  }

  function openLookUp(ask: (query: Query) => void): LookUp {
    const parts = keepParts(facts, (missing) => {
      const noted = (query: Query) => {
        missing(query.key);
        ask(query);
      };
      return withInstead(answersOf(facts, noted), input);
    });
    return {
      answered: parts.answered,
      run() {
        lookUpReport(input, parts.run);
        for (const one of parts.finished()) progress.finish(one);
      },
    };
  }

  const received = answersOf(facts, () => {});
  await untilAllAnswered({
    openLookUp,
    answer,
    ended: () => signal.aborted || isMissing(received, input.domain),
    most: QUERIES_MAX,
    signal,
  });
  const silent = [...dns.values()].every(({ kind }) => kind === "unknown");
  return {
    ...facts,
    dns: withoutFiltered(dns, session.evidence),
    resolverAlive: silent ? await session.resolverAlive() : null,
    evidence: session.evidence,
  };
}

async function fetchFile(
  session: NetSession,
  { url, bytesMax }: Query & { kind: "file" },
): Promise<Outcome<FileObservation>> {
  const { mailFileMs, mailFileConnectMs: connectMs } = session.waits;
  const until = AbortSignal.timeout(mailFileMs);
  const outcome = await session.get(new URL(url), { headers: {}, bytesMax, connectMs, until });
  if (outcome.kind !== "present") return outcome;
  const { status, headers, body } = outcome.value;
  const type = headers.get("content-type") ?? null;
  return present({ status, type, body: Buffer.from(body).toString("base64") });
}

/** Returns for which missing record the report would blame the domain. */
function decisiveIn({ name, type }: Query & { kind: "dns" }, { domain, selector }: MailInput): Decisive {
  const isOwn = name === domain;
  // The MX and TXT records show whether the domain exists.
  if (isOwn && type === "A") return [];
  const isSelector = selector !== null && name === `${selector}._domainkey.${domain}`;
  const isNeeded = isOwn || isSelector || name === `_dmarc.${domain}` || !isOrdinarilyAbsent(name);
  return ["MX", "A", "TXT"].includes(type) && isNeeded ? ["failure", "nxdomain", "nodata"] : [];
}

/**
 * Returns the maximum size of the answer to a query, in bytes. A report has hundreds of answers, and an attacker could make each of them as large as DNS allows. Only the domain itself and `_dmarc` names usually have many
 * TXT records.
 */
function bytesMaxOf({ name, type, group }: Query & { kind: "dns" }, domain: string): number {
  if (type === "TXT" && group === null)
    return name === domain || name.startsWith("_dmarc.") ? WHOLE : MANY_RECORDS;
  return type === "MX" ? MANY_RECORDS : FEW_RECORDS;
}

const WHOLE = 65_535;
const MANY_RECORDS = 32_768;
const FEW_RECORDS = 16_384;

/**
 * Returns the answer section of a reply with a limited number of addresses, since a report keeps hundreds of replies.
 */
function answerOnly(reply: DnsReply, type: string): DnsReply {
  const bounded = ["A", "AAAA", "PTR"].includes(type);
  let left = ADDRESSES_MAX;
  const answers = bounded
    ? reply.answers.filter((record) => record.type !== type || left-- > 0)
    : reply.answers;
  return { rcode: reply.rcode, flags: reply.flags, answers, authorities: [], additionals: [], edns: null };
}
