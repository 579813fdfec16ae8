/**
 * Builds the script of the pages out of ./client. A macro: it runs where the file that imports it is loaded or compiled, so that a
 * compiled binary has the script in it. In a process of its own, since Bun builds nothing within a macro.
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
  if (exitCode !== 0) throw new Error(`the script of the pages was not built: ${stderr}`);
  return stdout.toString();
}
