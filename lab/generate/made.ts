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

/** Folder that keeps generated files between runs, because making keys takes a second. Not under version control. */
const STORE = join(import.meta.dir, "../../.tools/lab");
const HOUR_MS = 3_600_000;
/**
 * Maximum age of generated files, in milliseconds. It must stay below a day: some signatures and certificates expire
 * a day after they are made.
 */
const FRESH_MS = 12 * HOUR_MS;
/** Age, in milliseconds, after which generated files are deleted: no running lab can still be using them. */
const OLD_MS = 28 * 24 * HOUR_MS;

/**
 * Returns the folder with the zones, keys and certificates of the current plan: the folder of an earlier run if the
 * plan has not changed, otherwise a new folder. A folder is never changed once it is made.
 * @param scratch an empty folder to generate the files in. They stay there if the checkout is read-only.
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

/** Returns the creation time in the name of a folder in the store, in milliseconds since 1970. */
function madeAt(name: string): number {
  return Number(/^[0-9a-f]+-(\d+)$/.exec(name)?.[1] ?? 0);
}

/** Returns the keys of the signed zones by zone name, for tests that compare answers with them. */
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
  // The zones also depend on a source outside of these folders: the product's list of blocklists.
  hash.update(JSON.stringify(ZONES));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Copies generated files to the store in one atomic step, and deletes old files there.
 * @returns the new folder, or null if the checkout is read-only.
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
    // The keys protect nothing real, and other users may start a lab from this checkout, so all users may read them.
    for (const name of readdirSync(part, { recursive: true, encoding: "utf8" })) {
      const path = join(part, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    }
    chmodSync(part, 0o755);
    // If two runs generate files at the same time, each keeps its own complete folder.
    const kept = join(STORE, `${state}-${Date.now()}`);
    renameSync(part, kept);
    return kept;
  } catch {
    return null;
  }
}
