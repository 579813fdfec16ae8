import { randomBytes } from "node:crypto";
import { orAborted } from "@dnstools/concurrency/abortable";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import type { Look } from "@dnstools/net";
import type { MailIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import { dnsKey, type Facts, knownOf, type Need } from "./answers.ts";
import { isMissing, readReport } from "./lookup-report.ts";
import type { FileSeen, MailSeen, ReputationSeen } from "./seen.ts";

type Input = InputOf<typeof contract.params>;

/** Questions of one report, and records of all answers. */
const QUESTIONS_MAX = 450;
const RECORDS_MAX = 20_000;
/** Addresses and names of one answer that are kept: nobody looks at more. Texts are, all of them: the one that counts may be last. */
const ADDRESSES_MAX = 128;

/**
 * Asks whatever a reading of what is known so far wants to know, as soon as it does, until it wants nothing more. So
 * each answer is waited for by those questions alone that follow from it.
 */
export async function probe(input: Input, io: MailIo, signal: AbortSignal): Promise<MailSeen> {
  const look = io.look(signal);
  const dns: Record<string, Outcome<DnsReply>> = {};
  const files: Record<string, Outcome<FileSeen>> = {};
  const reputation: Record<string, Outcome<ReputationSeen>> = {};
  const at = Math.floor(Date.now() / 1000);
  const facts: Facts = { at, randomLabel: randomBytes(8).toString("hex"), dns, files, reputation };

  let records = 0;
  /** What is read of an answer, as long as there is room. */
  function keep(outcome: Outcome<DnsReply>, type: string): Outcome<DnsReply> {
    if (outcome.kind !== "present") return outcome;
    const kept = answerOnly(outcome.value, type);
    records += kept.answers.length;
    return records > RECORDS_MAX ? unknown("too_large") : present(kept);
  }

  async function answer(need: Need): Promise<void> {
    switch (need.kind) {
      case "dns":
        dns[dnsKey(need.name, need.type)] = keep(
          (await look.resolve(need, { bytesMax: bytesOf(need, input.domain) })).outcome,
          need.type,
        );
        return;
      case "file":
        files[need.url] = await fetchFile(look, need);
        return;
      case "reputation": {
        const said = (await orAborted(io.reputationOf(need.ip, signal), signal)) ?? unknown("budget");
        const { kind } = said;
        reputation[need.ip] =
          kind === "present" ? present({ summary: said.value.summary, lists: said.value.lists }) : said;
      }
    }
  }

  await untilNothingIsWanted({
    read: (want) => readReport(knownOf(facts, want), input),
    answer,
    ended: () =>
      signal.aborted ||
      isMissing(
        knownOf(facts, () => {}),
        input.domain,
      ),
  });
  const silent = Object.values(dns).every(({ kind }) => kind === "unknown");
  return { ...facts, resolverAlive: silent ? await look.resolverAlive() : null, evidence: look.evidence };
}

type Wanting = {
  readonly read: (want: (need: Need) => void) => unknown;
  readonly answer: (need: Need) => Promise<void>;
  /** Whether what is wanted from now on is asked no more. */
  readonly ended: () => boolean;
};

/**
 * Reads again after answers: once for all that came in the same turn of the event loop, and for those of a group once all are
 * there. Reading is half of the work of a report, so it is not done for each.
 */
function untilNothingIsWanted({ read, answer, ended }: Wanting): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = new Set<string>();
  const groups = new Map<string, number>();
  let underWay = 0;
  let due = false;

  function want(need: Need): void {
    const key =
      need.kind === "dns" ? dnsKey(need.name, need.type) : need.kind === "file" ? need.url : need.ip;
    if (asked.has(key) || asked.size >= QUESTIONS_MAX || ended()) return;
    asked.add(key);
    underWay += 1;
    const group = need.kind === "dns" ? need.group : need.kind;
    const left = (change: 1 | -1) => {
      const count = group === null ? 0 : (groups.get(group) ?? 0) + change;
      if (group !== null) groups.set(group, count);
      return count;
    };
    left(1);
    answer(need).then(() => {
      underWay -= 1;
      if (left(-1) > 0 || due) return;
      due = true;
      setImmediate(step);
    }, reject);
  }

  function step(): void {
    due = false;
    try {
      read(want);
    } catch (error) {
      reject(error);
    }
    if (underWay === 0) resolve();
  }

  step();
  return promise;
}

async function fetchFile(look: Look, { url, bytesMax }: Need & { kind: "file" }): Promise<Outcome<FileSeen>> {
  const { mailFileMs, mailFileConnectMs: connectMs } = look.waits;
  const until = AbortSignal.timeout(mailFileMs);
  const outcome = await look.get(new URL(url), { headers: {}, bytesMax, connectMs, until });
  if (outcome.kind !== "present") return outcome;
  const { status, headers, body } = outcome.value;
  const type = headers.get("content-type") ?? null;
  return present({ status, type, body: Buffer.from(body).toString("base64") });
}

/**
 * Bytes of an answer that is read: a report has hundreds, and whoever makes all of them as large as answers can be wants to
 * see what that costs. Of texts only those of the domain and its policies are met in numbers.
 */
function bytesOf({ name, type, group }: Need & { kind: "dns" }, domain: string): number {
  if (type === "TXT" && group === null)
    return name === domain || name.startsWith("_dmarc.") ? 65_535 : 32_768;
  return type === "MX" ? 32_768 : 16_384;
}

/** Of a reply the answer alone, and of addresses so many as are looked at: a report has hundreds of replies. */
function answerOnly(reply: DnsReply, type: string): DnsReply {
  const bounded = ["A", "AAAA", "PTR"].includes(type);
  let left = ADDRESSES_MAX;
  const answers = bounded
    ? reply.answers.filter((record) => record.type !== type || left-- > 0)
    : reply.answers;
  return { rcode: reply.rcode, flags: reply.flags, answers, authorities: [], additionals: [], edns: null };
}
