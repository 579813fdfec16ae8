import { describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { decode, encode } from "dns-packet";
import { zoneKeys } from "../generate/made.ts";
import { type Fate, fateOf, isLying, type RrSet, rrSetsOf, trueAddressesOf } from "../plan/expect.ts";
import { LAGGARD, RESOLVER } from "../plan/hosts.ts";
import { addressesOf, addressOf, hostsOf } from "../plan/plan.ts";
import { ROUND_ROBIN } from "../plan/propagation-zones.ts";
import { RESOLVERS } from "../plan/resolvers.ts";
import { LIMITED_QPS, ROTATING_POOL } from "../plan/scout-zones.ts";
import type { Deviation, OddDns, OddRarity, Rarity, Zone } from "../plan/shapes.ts";
import { opensslSays } from "../plan/shown.ts";
import { ZONES } from "../plan/zones.ts";
import { type Dug, dig } from "../support/dig.ts";
import { atOnce } from "../support/run.ts";
import { until } from "../support/until.ts";

/** Returns the sorted rdata of the records of a type. */
function valuesOf(dug: Dug | null, type: string): string[] {
  const pattern = new RegExp(`^\\S+ \\d+ IN ${type} (.*)$`);
  return (dug?.answer ?? []).flatMap((line) => pattern.exec(line)?.[1] ?? []).sort();
}

/** A question of the plan and its expected answer. All differences are shown together. */
type Expected = { readonly question: string; readonly says: string };

async function compare(
  cases: readonly (Expected & { readonly got: (dug: Dug | null) => string })[],
): Promise<void> {
  const answers = await dig(cases.map(({ question }) => question));
  const wrong = cases.flatMap(({ question, says, got }, i) => {
    const found = got(answers[i] ?? null);
    return found === says ? [] : [{ question, says, found }];
  });
  expect(cases.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
}

const show = (values: readonly string[]) => values.join("\n");
const sets = ZONES.filter((zone) => zone.blocklist === undefined).map((zone) => ({
  zone,
  sets: rrSetsOf(zone),
}));
const reachable = sets.filter(({ zone }) => fateOf(zone) === "secure" || fateOf(zone) === "insecure");

describe("dig sees what the plan has", () => {
  test("on every name and type at every server of every zone", async () => {
    const authoritative = (dug: Dug | null, { type, owner }: RrSet) => {
      const ttls = dug?.answer
        .filter((line) => line.includes(` IN ${type} `))
        .map((line) => Number(line.split(" ")[1]));
      const seen = [...new Set(ttls)].sort((a, b) => a - b);
      return `${dug?.status} aa=${dug?.flags.includes("aa")} ttl=${seen} ${owner}\n${show(valuesOf(dug, type))}`;
    };
    await compare(
      sets.flatMap(({ zone, sets }) =>
        trueAddressesOf(zone).flatMap((address) =>
          sets.map((set) => ({
            question: `@${address} ${set.owner} ${set.type} +norecurse +tries=2 +time=5`,
            says: `NOERROR aa=true ttl=${set.ttls} ${set.owner}\n${show(set.values)}`,
            got: (dug: Dug | null) => authoritative(dug, set),
          })),
        ),
      ),
    );
  });

  test("on missing names and types", async () => {
    await compare(
      sets.flatMap(({ zone, sets }) => {
        const wildcard = sets.filter(({ owner }) => owner === `*.${zone.name}.`);
        const wild = wildcard.find(({ type }) => type === "A" || type === "CNAME")?.values.length ?? 0;
        const summary = (dug: Dug | null) =>
          `${dug?.status} answers=${dug?.answer.length} soa=${dug?.authority.some((line) => line.includes(" SOA "))}`;
        return trueAddressesOf(zone).flatMap((address) => [
          {
            question: `@${address} nothing-here.${zone.name} A +norecurse`,
            says: `${wildcard.length > 0 ? "NOERROR" : "NXDOMAIN"} answers=${wild} soa=${wild === 0}`,
            got: summary,
          },
          {
            question: `@${address} ${zone.name}. HINFO +norecurse`,
            says: "NOERROR answers=0 soa=true",
            got: summary,
          },
        ]);
      }),
    );
  });

  test("on every name and type through the resolver", async () => {
    await compare(
      // Zones with two versions are left out, because a resolver can return either version.
      reachable
        .filter(({ zone }) => zone.variant === undefined)
        .flatMap(({ zone, sets }) =>
          sets
            .filter(({ type }) => type !== "A" || !isLying(zone))
            .map((set) => ({
              question: `@${RESOLVER} ${set.owner} ${set.type} +time=5 +tries=4`,
              says: show(set.values),
              got: (dug: Dug | null) => show(valuesOf(dug, set.type)),
            })),
        ),
    );
  });

  test("on every zone's fate with a validating resolver", async () => {
    const says: Readonly<Record<Fate, string>> = {
      secure: "NOERROR ad",
      insecure: "NOERROR",
      bogus: "SERVFAIL",
      unanswered: "no answer",
    };
    const look = async (zones: typeof ZONES, patience: string) => {
      const answers = await dig(zones.map(({ name }) => `@${RESOLVER} ${name}. SOA ${patience}`));
      return zones.flatMap((zone, i) => {
        const fate = fateOf(zone);
        const dug = answers[i];
        const silent = !dug || (fate === "unanswered" && dug.status === "SERVFAIL");
        const got = silent ? "no answer" : `${dug.status}${dug.flags.includes("ad") ? " ad" : ""}`;
        return got === says[fate] ? [] : [{ zone: zone.name, fate, got }];
      });
    };
    const dead = ZONES.filter((zone) => fateOf(zone) === "unanswered");
    const others = ZONES.filter((zone) => fateOf(zone) !== "unanswered");
    const checks = [
      // Questions without an answer take long, so they are asked in parallel.
      ...dead.map((zone) => look([zone], "+tries=1 +time=2")),
      look(others, "+tries=1 +time=8"),
    ];
    expect((await Promise.all(checks)).flat()).toEqual([]);
  });

  test("on the keys of every signed zone and the DS at its parent", async () => {
    const keys = await zoneKeys();
    const secure = ZONES.filter((zone) => fateOf(zone) === "secure");
    const values = (type: string) => (dug: Dug | null) => show(valuesOf(dug, type));
    await compare(
      secure.flatMap(({ name }) => [
        { question: `@${RESOLVER} ${name}. DNSKEY`, says: keys[name]?.dnskey ?? "", got: values("DNSKEY") },
        ...(name === ""
          ? []
          : [{ question: `@${RESOLVER} ${name}. DS`, says: keys[name]?.ds ?? "", got: values("DS") }]),
      ]),
    );
  });

  test("on what is listed in blocklists, at their servers and through the resolver", async () => {
    const lists = ZONES.flatMap((zone) =>
      zone.blocklist === undefined ? [] : [{ zone, ...zone.blocklist }],
    );
    const got = (dug: Dug | null) => `${dug?.status} ${show(valuesOf(dug, "A"))}`.trim();
    const says = (address: string | null) => (address === null ? "NXDOMAIN" : `NOERROR ${address}`);
    await compare(
      lists.flatMap(({ zone, answers, throughResolver }) =>
        Object.entries(answers).flatMap(([name, address]) => [
          ...trueAddressesOf(zone).map((server) => ({
            question: `@${server} ${name}.${zone.name} A +norecurse`,
            says: says(address),
            got,
          })),
          {
            question: `@${RESOLVER} ${name}.${zone.name} A`,
            says: says(throughResolver === undefined ? address : throughResolver),
            got,
          },
        ]),
      ),
    );
  });
});

const RIGHT = /status: NOERROR.*93\.184\.215\.61/s;

/** The address of a server with a deviation in single answers. */
const ODD_ANSWER = /status: NOERROR.*5\.66\.17\.\d/s;

/** dig's output for each deviation when dig asks for the A record of its zone. Every deviation has an entry. */
const SEEN: Readonly<Record<Deviation | Rarity | OddDns | OddRarity, RegExp>> = {
  servfail: /status: SERVFAIL/,
  refused: /status: REFUSED/,
  dropped: /timed out/,
  slow: /status: NOERROR.*Query time: (?:[3-9]\d{5}|\d{7,}) usec/s,
  truncated: /Truncated, retrying in TCP mode.*status: NOERROR.*93\.184\.215\.61/s,
  lying: /status: NOERROR.*\sA\s+5\.5\.5\.5\n/s,
  upper_case: /status: NOERROR.*5\.66\.3\.3/s,
  alias_at_apex: /status: NOERROR.* aa .*CNAME\s+www/s,
  denies_domainkey: /status: NOERROR.*5\.66\.3\.5/s,
  rotating_wildcard: /status: NOERROR.* aa .*SOA/s,
  selective_wildcard: /status: NOERROR.* aa .*SOA/s,
  maze: /status: NOERROR.*93\.184\.219\.70/s,
  geo: /status: NOERROR.* aa .*60\s+IN\s+A\s+5\.44\.0\.1\n/s,
  round_robin: /status: NOERROR.* aa .*5\.44\.1\.\d\n.*5\.44\.1\.\d\n/s,
  cdn: /status: NOERROR.* aa .*SOA/s,
  stale: /status: NOERROR.* aa .*300\s+IN\s+A\s+93\.184\.219\.95\n/s,
  changing: /status: NOERROR.* aa .*60\s+IN\s+A\s+93\.184\.219\.9[67]\n/s,
  random_names: /status: NOERROR.*93\.184\.219\.76/s,
  shuns_product: /timed out/,
  limited: /status: NOERROR.*93\.184\.219\.71/s,
  flaky: /status: NOERROR.*93\.184\.215\.61/s,
  unvalidated: /status: NOERROR.*93\.184\.215\.50/s,
  wrong_id: /ID mismatch.*timed out/s,
  wrong_question: /Question section mismatch: got vrong-question.org.*timed out/s,
  wrong_source: /timed out/,
  malformed: /Got bad packet|malformed message packet/,
  pointer_loop: /Got bad packet: bad compression pointer/,
  empty: /short \(< header size\) message received/,
  no_edns: /status: FORMERR/,
  mute: /status: NOERROR.*93\.184\.215\.61/s,
  ds_from_child: ODD_ANSWER,
  ent_nxdomain: ODD_ANSWER,
  badvers: /status: BADVERS/,
  formerr_opt: /status: FORMERR/,
  fails_type: ODD_ANSWER,
  no_aa_type: ODD_ANSWER,
  ignores_type: ODD_ANSWER,
  only_a: ODD_ANSWER,
  second_alias: ODD_ANSWER,
  bare_denials: ODD_ANSWER,
  no_tcp: RIGHT,
  no_soa: RIGHT,
  tcp_refused: /Truncated.*connection refused/s,
  tcp_silent: /Truncated.*timed out/s,
  tcp_closes_midway: /Truncated.*end of file/s,
  tcp_endless: /Truncated.*ID mismatch/s,
  tcp_drip: /Truncated.*timed out/s,
  rewrites_nxdomain: /status: NOERROR.*93\.184\.215\.50/s,
  filters: /status: NOERROR.*93\.184\.215\.50/s,
  axfr_cut: RIGHT,
  axfr_unclosed: RIGHT,
  axfr_endless: RIGHT,
  axfr_first_only: RIGHT,
  axfr_servfail: RIGHT,
  axfr_silent: RIGHT,
  axfr_garbage: RIGHT,
  axfr_empty: RIGHT,
  axfr_nxdomain: RIGHT,
  axfr_reset: RIGHT,
  axfr_closed: RIGHT,
};

/** dig's output for questions other than the A record of the server's own zone. */
const SEEN_OF_NAMES: Readonly<Record<string, RegExp>> = {
  "@ns.rotating.com any-thing.rotating.com A": /NOERROR.* aa .*60\s+IN\s+A\s+93\.184\.21[78]\.\d+\n/s,
  "@ns.rotating.com any-thing.rotating.com AAAA": /NOERROR.* aa .*SOA/s,
  "@ns.rotating.com www.rotating.com A": /NOERROR.*93\.184\.219\.5\n/s,
  "@ns.selective.com anything.selective.com A": /NOERROR.* aa .*93\.184\.219\.60\n/s,
  "@ns.selective.com anything.selective.com TXT": /NOERROR.* aa .*ANSWER: 0,/s,
  "@ns.selective.com any1.selective.com A": /NXDOMAIN/,
  "@ns.selective.com www.selective.com A": /NOERROR.*93\.184\.219\.61\n/s,
  "@ns.maze.com any.thing.maze.com SRV": /NOERROR.* aa .*CNAME\s+x\d+\.maze\.com\.\n/s,
  "@ns1.geo.com geo.com AAAA": /NOERROR.* aa .*2606:2800:244::1\n/s,
  [`@${LAGGARD} geo.com A`]: /NOERROR.*5\.44\.0\.2\n/s,
  [`@${RESOLVER} geo.com A`]: /NOERROR.*5\.44\.0\.1\n/s,
  [`@${LAGGARD} www.cdn.com A`]: /NOERROR.*edge2\.other\.net/s,
  [`@${RESOLVER} www.cdn.com A`]: /NOERROR.*edge1\.other\.net/s,
  "@ffmuc.resolvers.net nothing.records.com A": /NOERROR.* ra;.*5\.5\.5\.5\n/s,
  "@ffmuc.resolvers.net nothing.records.com MX": /NOERROR.* ra;.*ANSWER: 0,/s,
  "@filters.resolvers.net www.blocked.com A": /NXDOMAIN.*EDE: 15 \(Blocked\): \(on a list of the lab\)/s,
  "@filters.resolvers.net moved.com A": /NOERROR.*93\.184\.215\.32\n/s,
  "@ns1.words.com h0001.words.com A": /NOERROR.*93\.184\.224\.0\n/s,
  // BIND's response code, its AA bit, and the number of aliases in its answer, for alias loops and other chains.
  "@ns1.binddns.net loop-a.bind-aliases.com A": /SERVFAIL.* aa .*ANSWER: 2,/s,
  "@ns1.binddns.net itself.bind-aliases.com A": /SERVFAIL.* aa .*ANSWER: 1,/s,
  "@ns2.binddns.net chain1.bind-aliases.com A": /SERVFAIL.* aa .*ANSWER: 12,/s,
  "@ns2.binddns.net chain10.bind-aliases.com A": /NOERROR.* aa .*ANSWER: 12,.*93\.184\.215\.94\n/s,
  "@ns1.binddns.net far-a.bind-aliases.com A": /NOERROR.* aa .*ANSWER: 1,/s,
  "@ns.no-tcp.org no-tcp.org A +tcp": /connection refused/,
  "@ns.no-soa.org no-soa.org SOA": /NOERROR.* aa .*ANSWER: 0,/s,
  "@ns1.xfr-small.com xfr-small.com AXFR": /XFR size: 21 records \(messages 1,/,
  "@ns1.xfr-mixed.com xfr-mixed.com AXFR": /XFR size: 21 records \(messages 1,/,
  "@ns2.xfr-mixed.com xfr-mixed.com AXFR +all": /NOTAUTH/,
  "@ns1.labdns.net records.com AXFR +all": /REFUSED/,
  "@ns.axfr-cut.com axfr-cut.com AXFR": /SOA.*n2\.axfr-cut.*end of file/s,
  "@ns.axfr-unclosed.com axfr-unclosed.com AXFR": /SOA.*n60\.axfr-unclosed.*end of file/s,
  "@ns.axfr-first-only.com axfr-first-only.com AXFR": /SOA.*end of file/s,
  "@ns.axfr-servfail.com axfr-servfail.com AXFR +all": /SERVFAIL/,
  "@ns.axfr-silent.com axfr-silent.com AXFR": /timed out/,
  "@ns.axfr-garbage.com axfr-garbage.com AXFR": /Got bad packet/,
  "@ns.axfr-empty.com axfr-empty.com AXFR +all": /NOERROR.*ANSWER: 0,/s,
  "@ns.axfr-nxdomain.com axfr-nxdomain.com AXFR +all": /NXDOMAIN/,
  "@ns.axfr-reset.com axfr-reset.com AXFR": /connection reset|end of file/,
  "@ns.axfr-closed.com axfr-closed.com AXFR": /end of file/,
  // The sum of these names' bytes is divisible by three, or leaves a remainder.
  "@ns.random-names.com b.random-names.com A": /NOERROR.* aa .*5\.44\.2\.\d+\n/s,
  "@ns.random-names.com b.random-names.com TXT": /NOERROR.* aa .*ANSWER: 0,/s,
  "@ns.random-names.com c.random-names.com A": /NXDOMAIN/,
  [`@${RESOLVER} shuns-product.com A`]: /NOERROR.*93\.184\.219\.77\n/s,
};

/**
 * Returns dig's output for one question. `-u` makes dig print times in microseconds, because its default clock is
 * coarse.
 */
async function digText(...args: string[]): Promise<string> {
  const child = Bun.spawn(["dig", "-u", ...args], { stdout: "pipe" });
  return child.stdout.text();
}

/**
 * Returns dig's options for its timeout and its number of tries. The timeout is short only if dig is not expected to
 * accept an answer, or if answers are lost by chance: on a busy machine, a resolver with an empty cache needs seconds
 * for a chain of keys.
 */
function patience(says: RegExp, host: object = {}): readonly [time: string, tries: string] {
  if ("deviation" in host && host.deviation === "flaky") return ["+time=4", "+tries=12"];
  return [/timed out|mismatch|short/.test(says.source) ? "+time=4" : "+time=30", "+tries=1"];
}

/** Number of deviations that only resolvers, and no servers of zones, have. */
const OF_RESOLVERS = ["unvalidated", "rewrites_nxdomain", "filters"].length;

test("dig sees every deviation of the servers of zones", async () => {
  const hosts = [...hostsOf("dnsdist"), ...hostsOf("odd")].filter((host) => host.behind === "nsd-leaf");
  expect(new Set(hosts.map((host) => host.deviation)).size).toBe(Object.keys(SEEN).length - OF_RESOLVERS);
  await Promise.all(
    hosts.map(async ({ name, v4 = "", deviation }) => {
      const zone = name.replace(/^ns\d?\./, "");
      const text = await digText(`@${v4}`, zone, "A", ...patience(SEEN[deviation], { deviation }));
      expect({ deviation, text }).toEqual({ deviation, text: expect.stringMatching(SEEN[deviation]) });
    }),
  );
});

test("dig sees what servers do to some names, and to whole zones", async () => {
  await Promise.all(
    Object.entries(SEEN_OF_NAMES).map(async ([question, says]) => {
      const text = await digText(...question.split(" "), ...patience(says));
      expect({ question, text }).toEqual({ question, text: expect.stringMatching(says) });
    }),
  );
});

test("a name that rotates, or has some of many addresses, gets other addresses when it is queried again", async () => {
  const answers = async (question: string, pool: readonly string[]) => {
    const got = (await dig(Array<string>(30).fill(question))).map((dug) => show(valuesOf(dug, "A")));
    expect(got.flatMap((one) => one.split("\n")).filter((one) => !pool.includes(one))).toEqual([]);
    return new Set(got);
  };
  expect((await answers("@ns.rotating.com a.rotating.com A", ROTATING_POOL)).size).toBeGreaterThan(10);
  expect((await answers("@ns1.roundrobin.com roundrobin.com A", ROUND_ROBIN)).size).toBeGreaterThan(5);
});

test("the transfer of an endless zone does not end", async () => {
  const child = Bun.spawn(["dig", "@ns.axfr-endless.com", "axfr-endless.com", "AXFR"], { stdout: "pipe" });
  let bytes = 0;
  for await (const chunk of child.stdout) {
    bytes += chunk.length;
    if (bytes > 1_000_000) break;
  }
  child.kill();
  expect(bytes).toBeGreaterThan(1_000_000);
});

test("a server that limits its clients leaves some of a burst of questions unanswered", async () => {
  const limited = addressOf("ns.limited.com");
  const answered = new Set<number>();
  const socket = await Bun.udpSocket({
    socket: { data: (_, bytes) => void answered.add(decode(Buffer.from(bytes)).id ?? 0) },
  });
  const questions = [{ type: "A" as const, name: "guess.limited.com" }];
  const send = (id: number) => void socket.send(encode({ type: "query", id, questions }), 53, limited);
  const burst = Array.from({ length: 3 * LIMITED_QPS }, (_, i) => i + 1);
  for (const id of burst) send(id);
  // Once the server answers again, all its answers to the burst have arrived.
  let last = burst.length;
  await until(
    () => {
      send(++last);
      return [...answered].some((id) => id > burst.length);
    },
    undefined,
    100,
  );
  socket.close();
  expect(burst.filter((id) => answered.has(id)).length).toBeWithin(1, burst.length);
});

test("dig sees every resolver as planned", async () => {
  const asked = "signed.com";
  await Promise.all(
    RESOLVERS.flatMap((host) => addressesOf(host).map((address) => ({ host, address }))).map(
      async ({ host, address }) => {
        const name = "deviation" in host && host.deviation === "unvalidated" ? "expired.com" : asked;
        const says = resolverSays(host);
        const text = await digText(`@${address}`, name, "A", ...patience(says, host));
        expect({ name: host.name, text }).toEqual({ name: host.name, text: expect.stringMatching(says) });
      },
    ),
  );
});

function resolverSays(host: (typeof RESOLVERS)[number]): RegExp {
  if (host.daemon === "dnsdist" || host.daemon === "odd") {
    const truth = { truncated: /Truncated.*93\.184\.215\.50/s, flaky: /93\.184\.215\.50/ };
    return host.deviation === "truncated" || host.deviation === "flaky"
      ? truth[host.deviation]
      : SEEN[host.deviation];
  }
  // An authoritative server that does not hold this zone.
  if (host.daemon === "nsd-leaf") return /status: REFUSED.*flags: qr rd;/s;
  if (host.dead) return /timed out/;
  if (host.daemon === "nobody") return /connection refused/;
  if (host.daemon === "unbound" && host.action !== undefined)
    return host.action === "deny" ? /timed out/ : /status: REFUSED/;
  return /status: NOERROR.* ad;.*93\.184\.215\.50/s;
}

test("dig sees the lies of resolvers that lie about some names", async () => {
  await compare(
    hostsOf("unbound").flatMap((host) =>
      Object.entries(host.lies ?? {}).map(([question, values]) => ({
        question: `@${host.v4} ${question}`,
        says: values === null ? "NXDOMAIN" : `NOERROR ${show(values)}`,
        got: (dug: Dug | null) => `${dug?.status} ${show(valuesOf(dug, "A"))}`.trim(),
      })),
    ),
  );
});

test("delv validates every type in every signed zone, and sees where signatures are wrong or missing", async () => {
  const says = {
    secure: /; fully validated/,
    insecure: /; unsigned answer/,
    bogus: /resolution failed: (broken trust chain|no valid RRSIG|no valid DS|insecurity proof failed)/,
  };
  // Excluded are the stray key and the DS of a zone that does not exist, which are not ordinary zone data, and RRSIG,
  // because delv cannot query signatures alone.
  const typesOf = (zone: Zone) =>
    [...new Map(rrSetsOf(zone).map((set) => [set.type, set])).values()].filter(
      ({ type }) => !["DNSKEY", "DS", "SIG", "RRSIG"].includes(type),
    );
  const below = (fate: Fate) => ZONES.filter((zone) => fateOf(zone) === fate && zone.blocklist === undefined);
  // One unsigned zone below each parent is enough, because the parent proves in the same way for all of them that they
  // are unsigned.
  const unsigned = [
    ...new Map(below("insecure").map((zone) => [zone.name.replace(/^[^.]+\./, ""), zone])).values(),
  ];
  const asked = [
    ...(["secure", "bogus"] as const).flatMap((fate) =>
      below(fate).flatMap((zone) => {
        // If a zone has two versions, only its SOA is in each of them.
        const types = typesOf(zone);
        return (zone.variant === undefined ? types : types.filter(({ type }) => type === "SOA")).map(
          (set) => ({ fate, ...set }),
        );
      }),
    ),
    ...unsigned.map((zone) => ({ fate: "insecure" as const, owner: `${zone.name}.`, type: "SOA" })),
  ];
  expect(Object.keys(Object.groupBy(asked, ({ fate }) => fate)).sort()).toEqual([
    "bogus",
    "insecure",
    "secure",
  ]);
  const wrong: unknown[] = [];
  await atOnce(asked, async ({ fate, owner, type }) => {
    const options = ["-a", `${process.env["LAB_MADE"]}/root.anchor`, "+root=.", "+cd"];
    const command = ["delv", `@${RESOLVER}`, ...options, owner, type];
    // delv writes keys to files in the current folder, and removes them.
    const child = Bun.spawn(command, { cwd: tmpdir(), stdout: "pipe", stderr: "pipe" });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    if (!says[fate].test(stdout + stderr)) wrong.push({ fate, owner, type, stdout, stderr });
  });
  expect(wrong).toEqual([]);
});

/**
 * Options that make openssl trust only the lab's authority, because reading all of the system's authorities takes
 * ten times as long.
 */
const TRUST = ["-CAfile", `${process.env["LAB_MADE"]}/tls/ca.pem`, "-no-CApath", "-no-CAstore"];

/** Returns the number of openssl's verify return code at a server, or null if the server shows no certificate. */
async function opensslSees(at: string, name: string, ...options: readonly string[]): Promise<number | null> {
  const connect = ["-connect", at, "-servername", name, "-verify_hostname", name, ...TRUST, ...options];
  const child = Bun.spawn(["openssl", "s_client", ...connect], {
    stdin: new Blob([]),
    stdout: "pipe",
    stderr: "ignore",
  });
  const text = await child.stdout.text();
  const code = /Verify return code: (\d+)/.exec(text)?.[1];
  return text.includes("no peer certificate available") ? null : Number(code);
}

test("openssl sees every web server's certificate as planned", async () => {
  const wrong: unknown[] = [];
  await atOnce(hostsOf("nginx"), async ({ name, v4, protocols, ciphers }) => {
    // Old protocols and odd ciphers need options that openssl does not use by default.
    const current = (protocols === undefined || protocols === "TLSv1.2") && ciphers === undefined;
    const old = current ? [] : ["-cipher", "ALL:eNULL:@SECLEVEL=0"];
    const seen = await opensslSees(`${v4}:443`, name, ...old);
    if (seen !== opensslSays(name)) wrong.push({ name, seen, plan: opensslSays(name) });
  });
  expect(wrong).toEqual([]);
});

/** Every way to get a mail server's certificate: a port, with STARTTLS or with TLS from the start. */
const MAIL_PORTS = ["25 -starttls smtp", "587 -starttls smtp", "465"];
const MAILBOX_PORTS = ["143 -starttls imap", "993", "110 -starttls pop3", "995"];

test("openssl sees every mail server's certificate as planned, at each of its ports", async () => {
  const ways = hostsOf("postfix").flatMap((host) =>
    [...MAIL_PORTS, ...(host.mailboxes ? MAILBOX_PORTS : [])].map((way) => ({ host, way })),
  );
  const wrong: unknown[] = [];
  await atOnce(ways, async ({ host: { name, v4 }, way }) => {
    const [port, ...options] = way.split(" ");
    const seen = await opensslSees(`${v4}:${port}`, name, ...options);
    if (seen !== opensslSays(name)) wrong.push({ name, way, seen, plan: opensslSays(name) });
  });
  expect(wrong).toEqual([]);
});

test("openssl matches servers with the TLSA records of their zone as planned", async () => {
  // openssl's message, by the first label of the server's name.
  const wanted: Readonly<Record<string, RegExp>> = {
    mx: /matched EE certificate at depth 0/,
    "mx-wrong": /Verify return code: 65 /,
    "mx-two": /matched EE certificate at depth 0/,
    "mx-ta": /matched TA certificate at depth 1/,
    "mx-self": /matched EE certificate at depth 0/,
  };
  await Promise.all(
    Object.entries(wanted).map(async ([label, says]) => {
      const name = `${label}.danemail.org`;
      const [dug] = await dig([`@${RESOLVER} _25._tcp.${name} TLSA`]);
      expect(dug?.flags).toContain("ad");
      const records = valuesOf(dug ?? null, "TLSA").flatMap((rdata) => ["-dane_tlsa_rrdata", rdata]);
      const connect = ["-connect", `${name}:25`, "-starttls", "smtp", "-dane_tlsa_domain", name, ...records];
      const command = ["openssl", "s_client", ...connect, "-dane_ee_no_namechecks", ...TRUST];
      const child = Bun.spawn(command, { stdin: new Blob([]), stdout: "pipe", stderr: "ignore" });
      expect({ name, text: await child.stdout.text() }).toEqual({ name, text: expect.stringMatching(says) });
    }),
  );
});
