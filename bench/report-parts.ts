/** A part of the report: a bench, or some parts of one, that runs in a lab of its own. */
export type Part = {
  readonly name: string;
  /** Options of the lab. */
  readonly lab: readonly string[];
  /** File of bench and its arguments. `SIDES` and `END` are replaced by the builds and by when to end. */
  readonly run: readonly string[];
  /** Seconds that it takes on an idle machine; null in the quick form, if it is left out there. */
  readonly seconds: { readonly whole: number; readonly quick: number | null };
};

/** Rows of quick, by words of their names; another part measures the memory. */
const ROWS = ["distinct", "kept"];

/** The most important first, because a slow machine may not have time for all. */
export const PARTS: readonly Part[] = [
  part("against", [], ["quick-inside.ts", "SIDES", "END", ...ROWS], 270, 60),
  part("memory", [], ["report-memory.ts", "SIDES"], 80, 30),
  part("dns", [], ["dns.ts"], 120, 40),
  part("dns at 20 ms", ["--rtt"], ["dns-rtt.ts"], 40, 25),
  part("mail", ["--rtt"], ["mail-rtt.ts", "warm", "cold"], 90, null),
  part("mail and its peers", ["--rtt"], ["mail-rtt.ts", "peers"], 40, null),
  part("scout and its peers", ["--rtt"], ["scout-rtt.ts", "peers"], 60, 30),
  part("scout", ["--rtt"], ["scout-rtt.ts", "paths", "growth", "neighbours"], 110, null),
  part("network", ["--rtt"], ["network-rtt.ts"], 70, null),
  part("ssl", ["--rtt"], ["ssl-rtt.ts", "https", "mail", "scans"], 60, 25),
  part("dns beside ssl and mail", [], ["ssl.ts", "crowds", "mails"], 150, null),
  part("propagation", ["--rtt"], ["propagation-rtt.ts"], 20, 10),
  part("growth", [], ["report-growth.ts"], 90, 40),
  part("cost", [], ["report-cost.ts"], 80, 25),
  part("other peers", ["--rtt"], ["report-peers-rtt.ts"], 90, null),
  part("pages", ["--rtt=20"], ["pages.ts"], 110, null),
];

/** Benches that take longer than the report: it shows their last run. */
export const KEPT: Readonly<Record<string, string>> = {
  soak: "an hour",
  ordinary: "half an hour",
  crowds: "five minutes",
  overload: "ten minutes",
  faults: "ten minutes",
  alerts: "half an hour",
  deploy: "ten minutes",
};

function part(name: string, lab: Part["lab"], run: Part["run"], whole: number, quick: number | null): Part {
  return { name, lab, run, seconds: { whole, quick } };
}
