import { expect, test } from "bun:test";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { judgeNames, nameData, tallyOf, wildcardsOf } from "../judge/names.ts";
import type { CandidateAnswer } from "../observations.ts";
import { type Finds, searchNames, searchServices } from "./names.ts";

const APEX = "example.com";
const record = (name: string, type: string, data: object, value = "") =>
  ({ name: `${name}.${APEX}.`, type, ttl: 300, value, data }) as unknown as DnsRecord;
const cname = (name: string, target: string) => record(name, "CNAME", { target: `${target}.` }, `${target}.`);

function reply(answers: readonly DnsRecord[], rcode = "NOERROR"): Outcome<DnsReply> {
  return present({ rcode, flags: ["aa"], answers, authorities: [], additionals: [], edns: null });
}

/**
 * Searches for names with these words as labels.
 * @param says returns the server's reply; null for NXDOMAIN.
 * @param type SRV to search for services.
 */
async function search(
  words: readonly string[],
  says: (label: string, type: string) => Outcome<DnsReply> | null,
  type: "A" | "SRV" = "A",
) {
  const finds: Finds = { names: [], baselines: [] };
  const asked: string[] = [];
  const noted: string[] = [];
  const scheduler = {
    ask({ name, type }: Question) {
      const label = name.slice(0, -APEX.length - 1);
      asked.push(`${label} ${type}`);
      return Promise.resolve({ outcome: says(label, type) ?? reply([], "NXDOMAIN"), zone: APEX });
    },
  };
  await (type === "A" ? searchNames : searchServices)(
    {
      scheduler,
      resolve: () => Promise.resolve(unknown("budget")),
      count: { questions: 0, failed: 0 },
      signed: () => false,
      until: new AbortController().signal,
      onName: (name: string, { end, loop }: CandidateAnswer) =>
        void noted.push(`${name} ${loop ? "loop" : end}`),
    },
    words.map((word) => `${word}.${APEX}`),
    finds,
  );
  const wanted = words.map((word) => `${word}.${APEX}`);
  const tally = tallyOf(judgeNames({ wanted, ...finds }, type), wanted);
  const shown = tally.exists.map((one) => nameData(one, new Map()));
  return { asked, noted, shown, ...tally, wildcards: wildcardsOf({ wanted, ...finds }) };
}

const SERVFAIL = unknown("servfail");

test("BIND gives SERVFAIL for an alias to itself: the name is found by its CNAME record", async () => {
  const {
    shown,
    unknown: lost,
    noted,
  } = await search(["self", "www"], (label, type) => {
    if (label !== "self") return null;
    return type === "CNAME" ? reply([cname("self", `self.${APEX}`)]) : SERVFAIL;
  });
  expect(shown).toMatchObject([
    { name: `self.${APEX}`, proof: "no_wildcard", aliases: [`self.${APEX}`], reason: null },
  ]);
  expect([lost, noted]).toEqual([[], [`self.${APEX} loop`]]);
});

test("a loop of aliases over several names, and a long chain that leaves the zone", async () => {
  const next: Record<string, string> = {
    a: `b.${APEX}`,
    b: `a.${APEX}`,
    far: `far1.${APEX}`,
    far1: `far2.${APEX}`,
    far2: "host.elsewhere.net",
  };
  const { shown } = await search(["a", "far"], (label, type) => {
    const target = next[label];
    if (target === undefined) return null;
    return type === "CNAME" ? reply([cname(label, target)]) : SERVFAIL;
  });
  expect(shown.map(({ aliases }) => aliases)).toEqual([
    [`b.${APEX}`, `a.${APEX}`],
    [`far1.${APEX}`, `far2.${APEX}`, "host.elsewhere.net"],
  ]);
});

test("other failures are unknown, and at most ten names are followed, with nine aliases each", async () => {
  const words = Array.from({ length: 15 }, (_, i) => `w${i}`);
  const broken = await search(words, (label) => (label.startsWith("w") ? SERVFAIL : null));
  expect(broken.unknown).toHaveLength(15);
  expect(broken.asked.filter((one) => one.endsWith(" CNAME"))).toHaveLength(10);
  const endless = await search(["w0"], (label, type) => {
    const number = /^w(\d+)$/.exec(label)?.[1];
    if (number === undefined) return null;
    return type === "CNAME" ? reply([cname(label, `w${Number(number) + 1}.${APEX}`)]) : SERVFAIL;
  });
  expect(endless.asked.filter((one) => one.endsWith(" CNAME"))).toHaveLength(9);
  expect(endless.shown).toMatchObject([{ name: `w0.${APEX}`, aliases: { length: 8 } }]);
});

const dname = (owner: string, target: string) =>
  record(owner, "DNAME", { target: `${target}.` }, `${target}.`);

test("the owner of a DNAME record is shown with the record", async () => {
  const { shown } = await search(["old"], (label, type) =>
    label === "old" ? reply(type === "DNAME" ? [dname("old", "new.net")] : []) : null,
  );
  expect(shown).toMatchObject([{ name: `old.${APEX}`, records: [{ type: "DNAME", values: ["new.net."] }] }]);
});

test("names below a DNAME record are counted but not shown, and the record is shown", async () => {
  const at = { ...dname("x", "elsewhere.net"), name: `${APEX}.` } as DnsRecord;
  const { shown, indistinguishable, fromWildcard, wildcards } = await search(["www", "mail"], (label) =>
    reply([at, cname(label, `${label}.elsewhere.net`)]),
  );
  expect([shown, indistinguishable, fromWildcard]).toEqual([[], [], 2]);
  expect(wildcards).toMatchObject([{ level: APEX, dname: { owner: APEX, target: "elsewhere.net" } }]);
});

/** Returns a number that depends on the text alone and differs from one seed to another (FNV-1a). */
function hash(text: string, seed: number): number {
  let sum = 2_166_136_261 ^ seed;
  for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  return (sum ^ (sum >>> 15)) >>> 0;
}

const srv = (label: string) => record(label, "SRV", {}, "0 0 443 host.example.net.");
const a = (label: string, address: string) => record(label, "A", { address }, address);

/** Zones in which every third name exists, by what such a name has. */
const RANDOM: Readonly<
  Record<string, (label: string, type: string, n: number) => readonly DnsRecord[] | null>
> = {
  "one address": (label, type) => (type === "A" ? [a(label, "192.0.2.1")] : []),
  "an address of its own": (label, type, n) =>
    type === "A" ? [a(label, `192.0.${n % 250}.${(n >> 8) % 250}`)] : [],
  "one of two addresses": (label, type, n) => (type === "A" ? [a(label, `192.0.2.${(n >> 8) % 2}`)] : []),
  "an alias of its own": (label, _, n) => [cname(label, `t${n}.elsewhere.net`)],
  "an address and a text of its own": (label, type, n) =>
    type === "A" ? [a(label, "192.0.2.1")] : type === "TXT" ? [record(label, "TXT", {}, `"${n}"`)] : [],
  "no records": () => [],
};

// RFC 4592 does not cover such a zone: servers with a database or a script synthesize its names. A name counts as found
// only if random names do not exist, so none may be found, however the random names fall.
test.each(Object.entries(RANDOM))(
  "names that exist by chance, with %s, are not found",
  async (_, recordsOf) => {
    for (let seed = 0; seed < 20; seed++) {
      const words = Array.from({ length: 150 }, (_, i) => `w${i}`);
      const { shown } = await search(words, (label, type) => {
        const n = hash(label, seed);
        const records = n % 3 === 0 ? recordsOf(label, type, n >>> 2) : null;
        return records === null ? null : reply(records);
      });
      expect({ seed, shown }).toEqual({ seed, shown: [] });
    }
  },
);

test("services that exist by chance, each with a host of its own, are not found", async () => {
  const words = Array.from({ length: 150 }, (_, i) => `_w${i}._tcp`);
  for (let seed = 0; seed < 20; seed++) {
    const says = (label: string) => {
      const n = hash(label, seed);
      return n % 3 === 0 ? reply([record(label, "SRV", {}, `0 0 443 h${n}.example.net.`)]) : null;
    };
    const { shown } = await search(words, says, "SRV");
    expect({ seed, shown }).toEqual({ seed, shown: [] });
  }
});

test("random names are queried until it is sure that they do not exist, and only if a name does", async () => {
  const count = (asked: readonly string[]) => asked.filter((one) => one.endsWith(" A")).length;
  expect(count((await search(["www", "mail"], () => null)).asked)).toBe(2 + 6);
  const { shown, asked } = await search(["www", "mail"], (label, type) =>
    label === "www" ? reply(type === "A" ? [a("www", "192.0.2.1")] : []) : null,
  );
  expect(shown).toMatchObject([{ name: `www.${APEX}`, proof: "no_wildcard" }]);
  expect(count(asked)).toBe(2 + 48);
});

// If every third of 100 names exists, at most ten of them do with a probability of about 1 to ten million.
test.each([
  [100, 10, "A", 100 + 6],
  [100, 11, "A", 100 + 48],
  [99, 1, "A", 99 + 48],
  [100, 10, "SRV", 100 + 3],
  [100, 11, "SRV", 100 + 48],
] as const)("of %d names %d exist: queries of type %3$s", async (all, existing, type, queries) => {
  const words = Array.from({ length: all }, (_, i) => `_w${i}._tcp`);
  const { shown, asked } = await search(
    words,
    (label, of) => {
      const number = Number(/^_w(\d+)\./.exec(label)?.[1] ?? all);
      if (number >= existing) return null;
      return reply(of === type ? [type === "A" ? a(label, "192.0.2.1") : srv(label)] : []);
    },
    type,
  );
  expect(shown).toHaveLength(existing);
  expect(asked.filter((one) => one.endsWith(` ${type}`))).toHaveLength(queries);
});

test("if random names are not answered after the first, the names of the search tell that few names exist", async () => {
  const words = ["www", ...Array.from({ length: 120 }, (_, i) => `w${i}`)];
  let random = 0;
  const { shown } = await search(words, (label) => {
    if (label === "www") return reply([a("www", "192.0.2.1")]);
    if (words.includes(label)) return null;
    random += 1;
    return random > 3 ? unknown("timeout") : null;
  });
  expect(shown).toMatchObject([{ name: `www.${APEX}`, proof: "no_wildcard" }]);
});

test("if most random names are not answered, a name may exist by chance, and the reason is shown", async () => {
  let random = 0;
  const {
    shown,
    indistinguishable,
    unknown: lost,
  } = await search(["www"], (label) => {
    if (label === "www") return reply([a("www", "192.0.2.1")]);
    random += 1;
    return random > 20 ? unknown("timeout") : null;
  });
  expect([shown, lost]).toEqual([[], [`www.${APEX}`]]);
  expect(indistinguishable).toMatchObject([{ reason: "timeout" }]);
});
