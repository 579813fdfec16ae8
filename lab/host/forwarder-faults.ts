import {
  type Answer,
  AUTHENTIC_DATA,
  decode,
  encode,
  type Packet,
  type Question,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
} from "dns-packet";
import { bare, endOfQuestion, FORMERR, NOERROR, NXDOMAIN, RA, SERVFAIL, TC } from "../odd/wire.ts";

/** The faults of a forwarder, as words of its command line: `filter=nx soa=own`. Without one, it forwards faithfully. */
export type Faults = {
  /** How it answers for the names in `BLOCKED` and those below. */
  readonly filter?: keyof typeof FILTERS;
  /** The SOA record of its own answers without records: of the filter's list, of the name asked, or of its parent. */
  readonly soa?: "list" | "name" | "parent";
  /** The Extended DNS Error of the filter's answers (RFC 8914): 15 blocked, 17 filtered. */
  readonly ede?: 15 | 17;
  /** It drops queries with EDNS, answers FORMERR to them, or forwards them without it. */
  readonly edns?: "dropped" | "formerr" | "stripped";
  /** It asks for no signatures. */
  readonly dnssec?: "stripped";
  /** It clears the bit that says that the answer was validated. */
  readonly ad?: "cleared";
  readonly tcp?: "closed";
  /** How it treats queries for the root. */
  readonly root?: "refused" | "dropped";
  /** It drops queries for types that home routers of old do not know. */
  readonly types?: "common";
  /** It removes the authority section from denials, or answers with a page in place of NXDOMAIN. */
  readonly denials?: "bare" | "page";
  /** Queries per second that it answers. */
  readonly rate?: number;
  /** What becomes of the others: nothing, REFUSED, or a truncated answer; then TCP is not limited. */
  readonly beyond?: "refused" | "truncated";
  /** What its clients get if no upstream resolver gives a usable answer. Default nothing, or that answer. */
  readonly fails?: "servfail";
  /** Milliseconds that it holds each query. */
  readonly delay?: number;
};

/** The names that a filter blocks. */
const BLOCKED = ["example.com", "perfect.com", "zen.spamhaus.org"] as const;
/** The address of a filter's page that explains why a name is blocked (OpenDNS). */
const PAGE = "146.112.61.104";
const REFUSED = 5;
/** The addresses in a filter's answers by type, or its response code. */
const FILTERS = {
  null: { A: "0.0.0.0", AAAA: "::" },
  loop: { A: "127.0.0.1" },
  page: { A: PAGE },
  nx: NXDOMAIN,
  refused: REFUSED,
  servfail: SERVFAIL,
} as const;
const COMMON_TYPES = new Set(["A", "AAAA", "CNAME", "MX", "NS", "SOA", "TXT", "PTR", "SRV"]);

/** A client's query. */
export type Query = {
  readonly bytes: Uint8Array;
  readonly id: number;
  readonly question: Question;
  readonly edns: boolean;
  readonly over: "udp" | "tcp";
};

/** What a fault does to queries and answers. */
export type Fault = {
  /** Returns the answer in place of the upstream resolver's, or null to forward the query. */
  readonly instead?: (query: Query) => Uint8Array | "silence" | null;
  /** Changes a query that is forwarded. */
  readonly forwarded?: (query: Uint8Array) => Uint8Array;
  /** Changes the upstream resolver's answer. */
  readonly answered?: (answer: Uint8Array, query: Query) => Uint8Array;
};

const TABLE: { readonly [Word in keyof Faults]?: (faults: Faults) => Fault } = {
  filter: (faults) => ({ instead: (query) => filtered(query, faults) }),
  edns: ({ edns }) =>
    edns === "stripped"
      ? { forwarded: withoutEdns, answered: withoutAd }
      : { instead: (query) => (!query.edns ? null : edns === "dropped" ? "silence" : code(query, FORMERR)) },
  dnssec: () => ({ forwarded: withoutDo, answered: withoutAd }),
  ad: () => ({ answered: withoutAd }),
  root: ({ root }) => ({
    instead: (query) =>
      query.question.name !== "."
        ? null
        : root === "dropped"
          ? "silence"
          : withOpt(query, code(query, REFUSED)),
  }),
  types: () => ({ instead: ({ question: { type } }) => (COMMON_TYPES.has(type) ? null : "silence") }),
  denials: ({ denials }) => ({ answered: denials === "page" ? asPage : asBare }),
  rate: limited,
};

/** Returns what a forwarder with these words does. */
export function faultsOf(faults: Faults): readonly Fault[] {
  return Object.entries(TABLE).flatMap(([word, fault]) =>
    Object.hasOwn(faults, word) ? [fault(faults)] : [],
  );
}

/** Reads a query. */
export function readQuery(bytes: Uint8Array, over: Query["over"]): Query {
  const { id = 0, questions, additionals } = decode(Buffer.from(bytes));
  const [question = { name: ".", type: "NULL" }] = questions ?? [];
  const edns = (additionals ?? []).some((record) => record.type === "OPT");
  return { bytes, id, question, edns, over };
}

/** Returns an answer to a query that has only a response code. */
export function code({ bytes }: Query, rcode: number): Uint8Array {
  return bare(bytes, 0, RA | rcode);
}

function filtered(query: Query, { filter, soa, ede }: Faults): Uint8Array | null {
  const { name, type } = query.question;
  const blocked = BLOCKED.find((one) => `.${name.toLowerCase()}`.endsWith(`.${one}`));
  if (filter === undefined || blocked === undefined) return null;
  const how = FILTERS[filter];
  if (how === REFUSED || how === SERVFAIL) return withOpt(query, code(query, how), ede);
  const [, data] = (how === NXDOMAIN ? [] : Object.entries(how)).find(([of]) => of === type) ?? [];
  if (data !== undefined) return withOpt(query, withAddress(query, data), ede);
  const rcode = how === NXDOMAIN ? NXDOMAIN : NOERROR;
  const owners = { list: "fake.rpz", name, parent: blocked.slice(blocked.indexOf(".") + 1) };
  const authorities = soa === undefined ? [] : [startOfAuthority(owners[soa])];
  return withOpt(query, own(query, { flags: rcode, authorities }), ede);
}

function withAddress(query: Query, data: string): Uint8Array {
  const { name, type } = query.question;
  return own(query, { answers: [{ type: type === "AAAA" ? "AAAA" : "A", name, ttl: 60, data }] });
}

/** Makes an answer of the forwarder's own. */
function own({ id, question }: Query, { flags: rcode = NOERROR, ...sections }: Packet): Uint8Array {
  const flags = RECURSION_DESIRED | RECURSION_AVAILABLE | rcode;
  return encode({ type: "response", id, flags, questions: [question], ...sections });
}

/** The numbers are those of the SOA records that AdGuard Home makes. */
function startOfAuthority(name: string): Answer {
  const [mname, rname] = ["fake-for-negative-caching.adguard.com", `hostmaster.${name}`];
  const times = { refresh: 1800, retry: 900, expire: 604_800, minimum: 86_400 };
  return { type: "SOA", name, ttl: 60, data: { mname, rname, serial: 100_500, ...times } };
}

/** Adds EDNS to an answer without additional records, if the query has it. @param ede an Extended DNS Error. */
function withOpt({ edns }: Query, message: Uint8Array, ede?: number): Uint8Array {
  if (!edns) return message;
  const options = ede === undefined ? [] : [0, 15, 0, 2, 0, ede];
  const answer = Uint8Array.from([...message, 0, 0, 41, 4, 208, 0, 0, 0, 0, 0, options.length, ...options]);
  answer[11] = 1;
  return answer;
}

function withoutEdns(query: Uint8Array): Uint8Array {
  const shorter = Uint8Array.from(query.subarray(0, endOfQuestion(query)));
  shorter.fill(0, 10, 12);
  return shorter;
}

function withoutDo(query: Uint8Array): Uint8Array {
  const packet = decode(Buffer.from(query));
  const additionals = (packet.additionals ?? []).map((record) =>
    record.type === "OPT" ? { ...record, flags: 0 } : record,
  );
  return encode({ ...packet, additionals });
}

function withoutAd(answer: Uint8Array): Uint8Array {
  const cleared = Uint8Array.from(answer);
  cleared[3] = (cleared[3] ?? 0) & ~AUTHENTIC_DATA;
  return cleared;
}

function asBare(answer: Uint8Array): Uint8Array {
  const packet = decode(Buffer.from(answer));
  const denies = packet.authorities?.some(({ type }) => type === "SOA");
  return denies ? encode({ ...packet, authorities: [] }) : answer;
}

function asPage(answer: Uint8Array, query: Query): Uint8Array {
  const denies = ((answer[3] ?? 0) & 0xf) === NXDOMAIN && query.question.type === "A";
  return denies ? withOpt(query, withAddress(query, PAGE)) : answer;
}

function limited({ rate = 0, beyond }: Faults): Fault {
  let [left, at] = [rate, performance.now()];
  const within = () => {
    const now = performance.now();
    left = Math.min(rate, left + ((now - at) / 1000) * rate);
    at = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
  return {
    instead(query) {
      if ((beyond === "truncated" && query.over === "tcp") || within()) return null;
      if (beyond === undefined) return "silence";
      return withOpt(query, beyond === "refused" ? code(query, REFUSED) : bare(query.bytes, TC, RA));
    },
  };
}
