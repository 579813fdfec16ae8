import { dnsKey } from "@dnstools/core/mail/answers";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { answersOf, type Facts, type Query, type ReportAnswers } from "../answers.ts";
import type { FileObservation, ReputationObservation } from "../observations.ts";

/** A simulated Internet for tests: DNS records, files and blocklist answers. */
export type Written = {
  /**
   * DNS data by `name TYPE`: values (TXT as plain text, other types in zone file format), or the reason why the
   * lookup fails. A name exists if it, or a name below it, has an entry of any type.
   */
  readonly dns: Readonly<Record<string, readonly string[] | Reason>>;
  /** True if DNSSEC secures all answers. */
  readonly secure?: boolean;
  /** Names whose answers DNSSEC does not secure. */
  readonly insecure?: readonly string[];
  readonly files?: Readonly<Record<string, Outcome<FileObservation> | string>>;
  readonly reputation?: Readonly<Record<string, Outcome<ReputationObservation>>>;
};

/** Time at which all tests run: 2026-11-21, in seconds since 1970. */
const AT = 1_795_219_200;
const RANDOM_LABEL = "randomrandom";

/**
 * Repeats a lookup over the simulated Internet until the lookup sends no further query.
 * @param read the lookup; it also receives the facts collected so far, in the form that `answersOf` expects.
 * @returns `asked`: the queries in order, as `name TYPE`, URL or address.
 */
export function replay<T>(
  written: Written,
  read: (answers: ReportAnswers, facts: Facts) => T,
): { readonly value: T; readonly asked: readonly string[]; readonly rounds: number; readonly facts: Facts } {
  const dns = new Map<string, Outcome<DnsReply>>();
  const files: Record<string, Outcome<FileObservation>> = {};
  const reputation: Record<string, Outcome<ReputationObservation>> = {};
  const facts: Facts = { at: AT, randomLabel: RANDOM_LABEL, dns, files, reputation };
  const asked: string[] = [];
  for (let rounds = 0; ; rounds++) {
    const queries = new Map<string, Query>();
    const answers = answersOf(facts, (query) => queries.set(query.key, query));
    const value = read(answers, facts);
    if (queries.size === 0) return { value, asked, rounds, facts };
    for (const [key, query] of queries) {
      asked.push(key);
      if (query.kind === "dns") dns.set(key, answerFor(written, query.name, query.type));
      else if (query.kind === "file") files[key] = fileFor(written, query.url);
      else reputation[key] = written.reputation?.[query.ip] ?? unknown("service_unavailable");
    }
  }
}

function fileFor({ files }: Written, url: string): Outcome<FileObservation> {
  const file = files?.[url] ?? unknown("unreachable");
  if (typeof file !== "string") return file;
  return present({ status: 200, type: "text/plain", body: Buffer.from(file).toString("base64") });
}

function answerFor(written: Written, name: string, type: string): Outcome<DnsReply> {
  const answers: DnsRecord[] = [];
  let at = name;
  for (let hops = 0; hops < 10; hops++) {
    const values = written.dns[dnsKey(at, type)];
    if (typeof values === "string") return unknown(values as Reason);
    if (values !== undefined) {
      answers.push(...values.map((value) => recordOf(at, type, value)));
      break;
    }
    const [target] = (written.dns[dnsKey(at, "CNAME")] ?? []) as readonly string[];
    if (target === undefined) break;
    answers.push(recordOf(at, "CNAME", target));
    at = target.replace(/\.$/, "");
  }
  const exists = Object.keys(written.dns).some((key) => {
    const owner = key.split(" ")[0] as string;
    return owner === at || owner.endsWith(`.${at}`);
  });
  const flags = written.secure && !written.insecure?.includes(name) ? ["rd", "ra", "ad"] : ["rd", "ra"];
  const rcode = exists ? "NOERROR" : "NXDOMAIN";
  return present({ rcode, flags, answers, authorities: [], additionals: [], edns: null });
}

function recordOf(name: string, type: string, value: string): DnsRecord {
  return { name, type, ttl: 300, value: type === "TXT" ? `"${value}"` : value, data: dataOf(type, value) };
}

function dataOf(type: string, value: string): Readonly<Record<string, unknown>> {
  const [first = "", second = "", third = "", ...rest] = value.split(" ");
  const target = (text: string) => (text === "." ? "." : text.replace(/\.$/, ""));
  switch (type) {
    case "TXT":
    case "SPF":
      return { text: value };
    case "MX":
      return { preference: Number(first), exchange: target(second) };
    case "CNAME":
    case "PTR":
    case "NS":
      return { target: target(value) };
    case "TLSA":
      return {
        usage: Number(first),
        selector: Number(second),
        matchingType: Number(third),
        certificate: rest.join(""),
      };
    default:
      return { address: value };
  }
}
