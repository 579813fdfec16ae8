/**
 * Returns the `unshare` command that creates the lab's namespaces. For an ordinary user it maps several user IDs,
 * because some servers refuse to run as root.
 */
export function unshareCommand(): readonly string[] {
  const user = process.getuid?.() === 0 ? [] : ["--map-root-user", "--map-auto"];
  return ["unshare", ...user, ...SPACES, "--kill-child", "--mount-proc"];
}

const SPACES = ["--net", "--mount", "--pid", "--fork"];
/** Timeout in milliseconds: if a namespace is refused, `unshare --map-auto` leaves a child that waits for ever. */
const PATIENCE_MS = 10_000;

/**
 * Returns why the lab's namespaces cannot be created on this machine, in the words of `unshare`; null if they can.
 */
export function namespaceProblem(): string | null {
  if (Bun.which("unshare") === null) return "there is no unshare.";
  const simple = [["unshare", "--user", "--map-root-user", ...SPACES, "true"]];
  for (const command of [...(process.getuid?.() === 0 ? [] : simple), [...unshareCommand(), "true"]]) {
    const { success, stderr } = Bun.spawnSync([...command], { timeout: PATIENCE_MS });
    if (!success) return stderr.toString().trim() || "it is not allowed.";
  }
  return null;
}
