import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { ZONES } from "../plan/zones.ts";
import { makeZones, type ZoneKeys } from "./dnssec.ts";
import { makeCertificates } from "./tls.ts";

/** Kept between runs: making keys takes a second. Not under version control. */
const STORE = join(import.meta.dir, "../../.tools/lab");
const HOUR_MS = 3_600_000;
/** Some signatures and certificates last one more day; what is older than this is made anew. */
const FRESH_MS = 12 * HOUR_MS;
/** What is older than this no lab that runs can still be using. */
const OLD_MS = 28 * 24 * HOUR_MS;

/**
 * The folder with zones, keys and certificates of the plan as it stands: from an earlier run, or made now. A folder
 * belongs to one state of the sources below lab/plan and lab/generate, and never changes.
 * @param scratch an empty folder to make them in; they stay there when the checkout cannot be written.
 */
export async function findMade(scratch: string): Promise<string> {
  const state = fingerprint();
  const kept = existsSync(STORE) ? readdirSync(STORE).filter((name) => name.startsWith(state)) : [];
  const fresh = kept.find((name) => Date.now() - madeAt(name) < FRESH_MS);
  if (fresh !== undefined) return join(STORE, fresh);
  console.error("lab: making keys, signed zones and certificates (once for each change of the plan) ...");
  await makeZones(scratch);
  await makeCertificates(scratch);
  return store(scratch, state) ?? scratch;
}

/** When a folder of the store was made, in milliseconds since 1970: the number in its name. */
function madeAt(name: string): number {
  return Number(/^[0-9a-f]+-(\d+)$/.exec(name)?.[1] ?? 0);
}

/** The keys of the signed zones by zone, for tests to compare with. */
export async function zoneKeys(): Promise<Readonly<Record<string, ZoneKeys>>> {
  const folder = process.env["LAB_MADE"];
  if (folder === undefined) throw new Error("only in the lab: run bin/test, or lab/up CMD");
  return Bun.file(join(folder, "keys.json")).json();
}

function fingerprint(): string {
  const hash = new Bun.CryptoHasher("sha256");
  const root = join(import.meta.dir, "..");
  const files = [...new Bun.Glob("{plan,generate}/*.ts").scanSync(root)].sort();
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  // What the plan takes from elsewhere: the product's blocklists.
  hash.update(JSON.stringify(ZONES));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Copies what was made to where the next run finds it, whole or not at all, and drops what is old.
 * @returns null when the checkout cannot be written.
 */
function store(made: string, state: string): string | null {
  try {
    mkdirSync(STORE, { recursive: true });
    for (const name of readdirSync(STORE)) {
      const old = join(STORE, name);
      if (Date.now() - statSync(old).mtimeMs > OLD_MS) rmSync(old, { recursive: true, force: true });
    }
    const part = join(STORE, `part-${crypto.randomUUID()}`);
    cpSync(made, part, { recursive: true });
    // Keys of nothing real: whoever starts a lab from this checkout may read them.
    for (const name of readdirSync(part, { recursive: true, encoding: "utf8" })) {
      const path = join(part, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    }
    chmodSync(part, 0o755);
    // Two that make them at once keep both: each is whole.
    const kept = join(STORE, `${state}-${Date.now()}`);
    renameSync(part, kept);
    return kept;
  } catch {
    return null;
  }
}
