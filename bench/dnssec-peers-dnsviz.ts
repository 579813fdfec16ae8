import { join } from "node:path";
import type { Verdict } from "@dnstools/lab/plan/situation-shapes";
import { atOnce, run, runWith } from "@dnstools/lab/support/run";
import { keyOf, type Row, type Said } from "./dnssec-peers-rows.ts";

/** Where bin/bench installs DNSViz. */
const PYTHON = join(import.meta.dir, "../.tools/dnsviz-0.11.2/bin/python3");
const SCRIPT = join(import.meta.dir, "dnssec-peers-dnsviz.py");
/** The root's anchor as a DNSKEY record. */
const ANCHOR = join(process.env["LAB_MADE"] ?? "", "root.key");
/** So many situations a process: they share what is above them. */
const AT_ONCE = 12;

/** What `dnsviz grok` says of zones and names, as far as it is read here. */
type Grokked = Readonly<Record<string, { readonly queries?: Readonly<Record<string, Answers>> }>>;
type Answers = Readonly<Record<string, readonly Answer[]>>;
type Answer = { readonly id?: string; readonly status?: string };

/** Asks DNSViz about rows, from the root down. @param done is told how many rows were done. @returns by `keyOf`. */
export async function askDnsviz(
  rows: readonly Row[],
  done: (count: number) => void,
): Promise<ReadonlyMap<string, Said>> {
  const bySituation = [...Map.groupBy(rows, ({ situation }) => situation).values()];
  const parts = Array.from({ length: Math.ceil(bySituation.length / AT_ONCE) }, (_, i) =>
    bySituation.slice(i * AT_ONCE, (i + 1) * AT_ONCE).flat(),
  );
  const said = new Map<string, Said>();
  await atOnce(parts, async (part) => {
    // A zone that it looks at on the way to a name below is not asked for types of its own any more.
    const names = [...new Set(part.map(({ name }) => name))].toSorted((a, b) => a.length - b.length);
    const types = [...new Set(part.map(({ type }) => type))].join();
    const probed = await run(PYTHON, SCRIPT, "probe", "-A", "-a", ".", "-R", types, ...names);
    const grokked = await runWith(probed, PYTHON, SCRIPT, "grok", "-t", ANCHOR, "-l", "info", "-c");
    const zones = JSON.parse(grokked || "{}") as Grokked;
    for (const row of part) said.set(keyOf(row), judge(zones, row));
    done(part.length);
  });
  return said;
}

/** From the least to the most safe. */
const VERDICTS: readonly Verdict[] = ["unknown", "bogus", "insecure", "secure"];

/** The best of what servers give of each RRset, and the worst of the RRsets, of which an alias has several. */
function judge(zones: Grokked, { name, type }: Row): Said {
  const answers = zones[`${name}.`]?.queries?.[`${name}./IN/${type}`];
  const given = ["answer", "nodata", "nxdomain"].flatMap((kind) => answers?.[kind] ?? []);
  const best = [...Map.groupBy(given, ({ id }) => id).values()].map((same) =>
    Math.max(...same.map(({ status }) => VERDICTS.indexOf(status?.toLowerCase() as Verdict))),
  );
  const verdict = best.length === 0 ? "unknown" : (VERDICTS[Math.min(...best)] ?? "bogus");
  return {
    verdict: answers === undefined ? null : verdict,
    causes: [...new Set(causesOf(zones, name, type))],
  };
}

/** Its errors: of the question, then of the zones above it, the lowest first. */
function causesOf(zones: Grokked, name: string, type: string): string[] {
  const labels = name.split(".");
  const above = labels.map((_, i) => `${labels.slice(i).join(".")}.`);
  return [
    ...errorsIn(zones[`${name}.`]?.queries?.[`${name}./IN/${type}`], `${name} ${type}`),
    ...above.flatMap((zone) => {
      const { queries = {}, ...own } = zones[zone] ?? {};
      const links = ["DNSKEY", "DS"].map((one) => queries[`${zone}/IN/${one}`]);
      return errorsIn([own, ...links], zone.slice(0, -1));
    }),
  ];
}

/** Codes of errors anywhere in a value, with what they are about, and the servers where it names them. */
function errorsIn(value: unknown, about: string, servers: readonly string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => errorsIn(one, about, servers));
  if (typeof value !== "object" || value === null) return [];
  const { errors = [], servers: own = servers, status, ...rest } = value as Found;
  const where = (at: readonly string[]) => (at.length > 0 && at.length < 4 ? ` at ${at.join(", ")}` : "");
  return [
    ...errors.map(({ code, servers: at = own }) => `${code} (${about})${where(at)}`),
    // Of a signature by a key that is not there, and of a DS without key, it has a status alone.
    ...(status?.startsWith("INDETERMINATE_") ? [`${status} (${about})${where(own)}`] : []),
    ...Object.values(rest).flatMap((one) => errorsIn(one, about, own)),
  ];
}
type Found = {
  readonly errors?: readonly { readonly code: string; readonly servers?: readonly string[] }[];
  readonly servers?: readonly string[];
  readonly status?: string;
};
