import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fewOpenFiles } from "./capacity.ts";
import { proxyVariables } from "./proxy-variables.ts";
import { type Config, goneSettings } from "./settings.ts";
import type { Target } from "./targets.ts";

/** Returns what the operator should know about settings and this machine when a process starts. */
export async function startWarnings(target: Target, config: Config): Promise<readonly string[]> {
  const own = [fewOpenFiles(), unusedProxy(), await unwritableFolder(target, config)];
  return [...goneSettings(process.env), ...own.filter((line) => line !== null)];
}

function unusedProxy(): string | null {
  const names = proxyVariables();
  if (names.length === 0) return null;
  return `${names.join(", ")}: set but not used, because this API connects directly to the servers that it judges`;
}

/** Returns a warning if the target keeps files in DATA_DIR and cannot write there, otherwise null. */
async function unwritableFolder(target: Target, config: Config): Promise<string | null> {
  const lost = lossesOf(target, config);
  if (lost.length === 0) return null;
  const { DATA_DIR: folder } = config;
  const file = join(folder, `.${crypto.randomUUID()}.part`);
  try {
    await mkdir(folder, { recursive: true });
    // A full file system still creates an empty file.
    await writeFile(file, new Uint8Array(4096));
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `DATA_DIR=${folder} cannot be written (${code}), so ${lost.join(", and ")}: make it writable for this user, or set another folder`;
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

/** Returns what does not work if a target cannot write to DATA_DIR. */
function lossesOf(target: Target, config: Config): readonly string[] {
  const serves = (name: Target) => target === name || target === "all";
  return [
    serves("gateway") && config.DATABASE_URL === "" && "API keys in SQLite can be neither made nor checked",
    serves("network") && "IANA's lists of RDAP servers are downloaded again after each start",
    serves("analysis") &&
      config.RESOLVER_LIST_URL !== "" &&
      "the list of RESOLVER_LIST_URL is downloaded again after each start",
  ].filter((loss) => loss !== false);
}
