import { expect, test } from "bun:test";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const TRANSPILER = new Bun.Transpiler({ loader: "ts" });

/** Returns the project's files that are loaded when a file is imported, without dynamic imports. */
async function loadedWith(file: string, seen = new Set<string>()): Promise<ReadonlySet<string>> {
  const own = relative(ROOT, file);
  if (seen.has(own) || !file.endsWith(".ts")) return seen;
  seen.add(own);
  const imports = TRANSPILER.scanImports(await Bun.file(file).text());
  for (const { path, kind } of imports)
    if (kind === "import-statement" && (path.startsWith(".") || path.startsWith("@dnstools/")))
      await loadedWith(Bun.resolveSync(path, dirname(file)), seen);
  return seen;
}

/**
 * Matches files that a command should not load at its start: files of the server, files that query the network, and
 * files that only reports need.
 */
const HEAVY =
  /^(gateway|proxy|services\/(?!shared)|services\/shared\/(net|render)|main\/(serve|compose|open-|network|settings))/;

test.each(["main.ts", "main/commands.ts", "main/ask/ask.ts"])(
  "%s loads no code of a service, of the gateway or of the network, so that the first line comes at once",
  async (file) => {
    const loaded = await loadedWith(join(ROOT, file));
    expect(loaded).toContain("main/tools.ts");
    expect([...loaded].filter((path) => HEAVY.test(path))).toEqual([]);
  },
);

test.each(["main/ask/source/local.ts", "main/doctor/doctor.ts", "main/serve.ts"])(
  "%s loads a service without the gateway and without other services, so that each process has only its own code",
  async (file) => {
    const loaded = await loadedWith(join(ROOT, file));
    expect(loaded).toContain("main/open-service.ts");
    expect([...loaded].filter((path) => /^(gateway|services\/(?!shared|\w+\/settings))/.test(path))).toEqual(
      [],
    );
  },
);
