/**
 * Builds the pages' script from ./client. This is a Bun macro: it runs when the importing file is loaded or compiled, so that a
 * compiled binary contains the script. It starts a separate process, because Bun cannot build within a macro.
 */
export function buildScript(): string {
  const entry = `${import.meta.dir}/client/index.ts`;
  const { stdout, stderr, exitCode } = Bun.spawnSync([
    process.execPath,
    "build",
    entry,
    "--target=browser",
    "--format=iife",
    "--minify",
  ]);
  if (exitCode !== 0) throw new Error(`could not build the script of the pages: ${stderr}`);
  return stdout.toString();
}
