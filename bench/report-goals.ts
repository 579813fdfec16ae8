import { CROWD_GOALS } from "./crowds-goals.ts";
import type { Bound, Figure, Peer } from "./figures.ts";
import { keeps } from "./figures.ts";

/** A goal that the report must show: a figure of a part, or of the last run of a longer bench. */
export type Wanted = {
  readonly part: string;
  /** Name of the figure. */
  readonly what: string;
  readonly bound: Bound;
  readonly unit: string;
  /** What the report calls it, where the figure's name does not say it. */
  readonly shown?: string;
};

/** The goals of speed and capacity. */
export const ISSUE: readonly Wanted[] = [
  wanted("against", "mail, nothing kept", "<= 0.6", "×", "CPU of a `mail` report, of before"),
  wanted("against", "dnsbl, nothing kept", "<= 0.7", "×", "CPU of a `dnsbl` call, of before"),
  wanted(
    "against",
    "dns?type=A, distinct names",
    "<= 0.71",
    "×",
    "CPU of `dns?type=A`, of before (1.4 × the requests)",
  ),
  wanted(
    "against",
    "nginx, gateway, network: kept",
    "<= 0.75",
    "×",
    "CPU of nginx, gateway and service, of before",
  ),
  wanted("dns", "dns?type=A, another name each time, requests a CPU second, of dnsdist", ">= 0.25"),
  wanted("dns", "DNS client, questions a second, of dnsperf", ">= 0.5"),
  wanted("dns at 20 ms", "dns?type=A at 20 ms adds", "< 1", "ms"),
  wanted("memory", "one process per target at rest, PSS together, of before", "<= 0.87"),
  wanted("memory", "all at rest, private memory, of before", "<= 0.85"),
  wanted("dns beside ssl and mail", "dns beside 200 ssl, all", "<= 1.3"),
  wanted("dns beside ssl and mail", "dns beside 50 mail, all", "<= 1.5"),
  wanted("dns at 20 ms", "dns, of its critical path", "<= 1.15"),
  wanted("network", "reverse, of its critical path", "<= 1.15"),
  wanted("network", "whois, of curl", "<= 1.15"),
  wanted("network", "whois, of the whois command", "<= 1.15"),
  wanted("mail", "mail, warm, of its critical path", "<= 1.15"),
  wanted("mail", "mail, cold, of its critical path", "<= 1.15"),
  wanted("network", "dnsbl, cold, of its slowest list", "<= 1.1"),
  wanted("propagation", "propagation, of the slowest answer", "<= 1.1"),
  wanted("ssl", "ssl, of its round trips", "<= 1.3"),
  wanted("scout and its peers", "dnsrecon, dnsenum and fierce take, of scout", ">= 5"),
  wanted("scout and its peers", "names that a peer finds and scout does not", "= 0", "names"),
];

/** The other goals. */
export const STANDING: readonly Wanted[] = [
  wanted("dns", "dns?type=A, one name, requests a CPU second, of dnsdist", ">= 0.33"),
  wanted("network", "dnsbl, warm, adds", "< 5", "ms"),
  wanted("ssl", "sslscan takes, of ssl", ">= 10"),
  wanted("dns beside ssl and mail", "dns beside 200 ssl, one process per target", "<= 1.2"),
  wanted("mail and its peers", "the same checks by Debian's tools take, of mail", ">= 5"),
  wanted("scout", "scout, of its critical path", "<= 1.3"),
  wanted("scout", "dns beside 20 scout", "<= 1.2"),
  wanted("pages", "a page's first byte at 20 ms", "<= 50", "ms"),
  wanted("pages", "a page's first byte during 50 others", "<= 1000", "ms"),
  wanted("ordinary", "many calls of one client, refused", "= 0", "calls"),
  wanted("ordinary", "many calls of one client, unlike one alone", "= 0", "answers"),
  wanted("ordinary", "calls a second at 64, of the best level", ">= 0.9"),
  wanted("overload", "calls done at three times the load, of the best", ">= 0.9"),
  wanted("overload", "accepted calls that ended too late, or never", "= 0", "calls"),
  wanted("faults", "requests failed in restarts, kills and outages", "<= 0", "%"),
  wanted("faults", "one of two gateways frozen for 25 s: requests failed", "<= 1", "%"),
  wanted("alerts", "pages for no reason", "= 0", "pages"),
  wanted("alerts", "error budget, off the clients' count", "<= 2", "%"),
  wanted("deploy", "2 processes, of one", ">= 1.7"),
  wanted("deploy", "4 processes, of one", ">= 3.4"),
  wanted("soak", "length, of 45 minutes or 300,000 requests", ">= 1"),
  wanted("soak", "hangs, undocumented or broken answers", "= 0", "answers"),
  wanted("soak", "answers later than documented", "<= 0.1", "%"),
  wanted("soak", "processes with calls after the end", "= 0", "processes"),
  wanted("soak", "series that grow", "= 0", "series"),
  ...["mail", "dnsbl", "scout", "ssl"].flatMap((tool) =>
    ["all", "one process per target"].flatMap((wiring) =>
      Object.values(CROWD_GOALS).map(([name, bound, unit]) =>
        wanted("crowds", `${tool}, ${wiring}: ${name}`, bound, unit),
      ),
    ),
  ),
];

/** Number of rounds from which a comparison with another commit says so without a warning. */
const ROUNDS_ENOUGH = 5;

/** The tools that the report compares with, by the part that runs them. */
const PEERS: Readonly<Record<string, readonly string[]>> = {
  dns: ["dnsperf", "dnsdist"],
  "scout and its peers": ["dnsrecon", "dnsenum", "fierce"],
  "mail and its peers": ["dnsrecon", "python3-spf", "curl"],
  network: ["curl", "whois"],
  ssl: ["openssl", "sslscan"],
  "other peers": ["testssl", "checkdmarc", "sslyze", "dnsviz", "zdns"],
};

/** What else than time a tool is compared by. */
const BY: Readonly<Record<string, Peer["by"]>> = { dnsperf: "rate", dnsdist: "CPU" };

/**
 * A row of the report's tables of goals. `kept` is null if nothing missed the goal, but the part did not end well;
 * `measured` then says why.
 */
export type GoalRow = {
  readonly part: string;
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly kept: boolean | null;
};

/** Why a part without a reason has no figure. */
export const UNREPORTED = "the bench did not report it";

/** Figures of each part, and why a part has none or not all of them. */
export type Results = {
  readonly figures: ReadonlyMap<string, readonly Figure[]>;
  readonly reasons: ReadonlyMap<string, string>;
};

/** Returns the row of a goal. Several figures of one name are one row, which is reached if each of them reaches it. */
export function rowOf({ part, what, bound, unit, shown }: Wanted, { figures, reasons }: Results): GoalRow {
  const reason = reasons.get(part);
  const found = (figures.get(part) ?? []).filter((one) => one.kind === "goal" || one.kind === "against");
  const own = found.filter((one) => one.what === what);
  const values = own.map((one) => (one.kind === "goal" ? one.measured : one.ratio));
  const row = { part, what: shown ?? what, bound: `${signOf(bound)} ${unit}` };
  if (values.length === 0)
    return {
      ...row,
      measured: `not measured: ${reason ?? UNREPORTED}`,
      kept: null,
    };
  const [low, high] = [Math.min(...values), Math.max(...values)].map(digits);
  const missed = values.filter((value) => !keeps(value, bound)).length;
  const some = missed > 0 && missed < values.length ? `, ${missed} of ${values.length} miss it` : "";
  return {
    ...row,
    measured: `${low === high ? low : `${low} to ${high}`} ${unit}${some}${roundsOf(own)}${reason === undefined ? "" : `; ${reason}`}`,
    kept: missed > 0 ? false : reason === undefined ? true : null,
  };
}

/** Names the rounds of a comparison with another commit; empty for other figures. */
function roundsOf(figures: readonly Figure[]): string {
  const [rounds] = figures.flatMap((one) => (one.kind === "against" ? [one.rounds] : []));
  if (rounds === undefined) return "";
  return `, ${rounds} rounds${rounds < ROUNDS_ENOUGH ? " only" : ""}`;
}

/** Returns all comparisons with other tools, the slowest tool first; a tool that was not measured has the reason. */
export function peersOf({ figures, reasons }: Results): readonly Peer[] {
  const measured = [...figures.values()].flat().filter((one) => one.kind === "peer");
  const missing = Object.entries(PEERS).flatMap(([part, names]) =>
    names
      .filter((name) => !figures.get(part)?.some((one) => one.kind === "peer" && one.peer.startsWith(name)))
      .map((peer): Peer => {
        const found = reasons.get(part) ?? UNREPORTED;
        return { kind: "peer", what: part, peer, by: BY[peer] ?? "time", times: null, found };
      }),
  );
  return [...measured.toSorted((a, b) => (b.times ?? 0) - (a.times ?? 0)), ...missing];
}

/** Returns the rows of goals that benches reported and that no table lists. */
export function otherRows(listed: readonly Wanted[], results: Results): readonly GoalRow[] {
  const known = new Set(listed.map(({ part, what }) => `${part} ${what}`));
  const others = new Map<string, Wanted>();
  for (const [part, figures] of results.figures)
    for (const one of figures)
      if (one.kind === "goal" && !known.has(`${part} ${one.what}`))
        others.set(`${part} ${one.what}`, { part, what: one.what, bound: one.bound, unit: one.unit });
  return [...others.values()].map((one) => rowOf(one, results));
}

/** Formats a measured value: a whole number as it is, and others with up to two decimals. */
export function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

function signOf(bound: Bound): string {
  return bound.replace("<=", "≤").replace(">=", "≥").replace("= ", "");
}

function wanted(part: string, what: string, bound: Bound, unit = "×", shown?: string): Wanted {
  return { part, what, bound, unit, ...(shown === undefined ? {} : { shown }) };
}
