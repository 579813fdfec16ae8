/** How `unshare` makes the lab's namespaces. An ordinary user becomes several ones: some servers refuse to be root. */
export function unshareCommand(): readonly string[] {
  const user = process.getuid?.() === 0 ? [] : ["--map-root-user", "--map-auto"];
  return ["unshare", ...user, ...SPACES, "--kill-child", "--mount-proc"];
}

const SPACES = ["--net", "--mount", "--pid", "--fork"];
/** Where a namespace is refused, `unshare --map-auto` leaves a child that waits for ever. Milliseconds. */
const PATIENCE_MS = 10_000;

/** Why the lab's namespaces cannot be made on this machine, as `unshare` says it; null where they can. */
export function namespaceProblem(): string | null {
  if (Bun.which("unshare") === null) return "there is no unshare.";
  const simple = [["unshare", "--user", "--map-root-user", ...SPACES, "true"]];
  for (const command of [...(process.getuid?.() === 0 ? [] : simple), [...unshareCommand(), "true"]]) {
    const { success, stderr } = Bun.spawnSync([...command], { timeout: PATIENCE_MS });
    if (!success) return stderr.toString().trim() || "it is not allowed.";
  }
  return null;
}
