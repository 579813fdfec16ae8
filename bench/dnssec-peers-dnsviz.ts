import { join } from "node:path";
import type { Verdict } from "@dnstools/lab/plan/situation-shapes";
import { atOnce, run, runWith } from "@dnstools/lab/support/run";
import { keyOf, type Row, type Said } from "./dnssec-peers-rows.ts";

/** Python interpreter of the virtual environment into which bin/bench installs DNSViz. */
const PYTHON = join(import.meta.dir, "../.tools/dnsviz-0.11.2/bin/python3");
const SCRIPT = join(import.meta.dir, "dnssec-peers-dnsviz.py");
/** The root's trust anchor as a DNSKEY record. */
const ANCHOR = join(process.env["LAB_MADE"] ?? "", "root.key");
/** Number of situations per DNSViz process. Situations in one process share the lookups of their parent zones. */
const AT_ONCE = 12;

/** The part of the output of `dnsviz grok` that this bench reads, by zone or name. */
type Grokked = Readonly<Record<string, { readonly queries?: Readonly<Record<string, Answers>> }>>;
type Answers = Readonly<Record<string, readonly Answer[]>>;
type Answer = { readonly id?: string; readonly status?: string };

/**
 * Asks DNSViz about rows, from the root down.
 * @param done is called with the number of rows completed.
 * @returns the results by `keyOf`.
 */
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
    // Shorter names come first: once DNSViz has met a zone on the way to a name below it, it does not query the
    // zone's own types.
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

/** Verdicts from the least to the most secure. */
const VERDICTS: readonly Verdict[] = ["unknown", "bogus", "insecure", "secure"];

/**
 * Returns the verdict of a row: the best verdict among the servers for each RRset, and of these the worst, because an
 * answer with an alias has several RRsets.
 */
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

/** Returns the errors of the question, then those of the zones above it, the lowest zone first. */
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

/** Returns the error codes anywhere in a value, each with its subject and, if known, the servers. */
function errorsIn(value: unknown, about: string, servers: readonly string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => errorsIn(one, about, servers));
  if (typeof value !== "object" || value === null) return [];
  const { errors = [], servers: own = servers, status, ...rest } = value as Found;
  const where = (at: readonly string[]) => (at.length > 0 && at.length < 4 ? ` at ${at.join(", ")}` : "");
  return [
    ...errors.map(({ code, servers: at = own }) => `${code} (${about})${where(at)}`),
    // For a signature by a missing key and for a DS without a key, DNSViz reports only a status and no error.
    ...(status?.startsWith("INDETERMINATE_") ? [`${status} (${about})${where(own)}`] : []),
    ...Object.values(rest).flatMap((one) => errorsIn(one, about, own)),
  ];
}
type Found = {
  readonly errors?: readonly { readonly code: string; readonly servers?: readonly string[] }[];
  readonly servers?: readonly string[];
  readonly status?: string;
};
