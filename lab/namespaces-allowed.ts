/** How `unshare` makes the lab's namespaces. An ordinary user becomes several ones: some servers refuse to be root. */
export function unshareCommand(): readonly string[] {
  const user = process.getuid?.() === 0 ? [] : ["--map-root-user", "--map-auto"];
  return ["unshare", ...user, "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
}

/** Why the lab's namespaces cannot be made on this machine, as `unshare` says it; null where they can. */
export function namespaceProblem(): string | null {
  // Where no user namespace is allowed, unshare --map-auto leaves a child that waits for ever: it is not asked there.
  const tries = [
    ...(process.getuid?.() === 0 ? [] : [["unshare", "--user", "true"]]),
    [...unshareCommand(), "true"],
  ];
  for (const command of tries) {
    if (Bun.which("unshare") === null) return "there is no unshare";
    const { success, stderr } = Bun.spawnSync(command);
    if (!success) return stderr.toString().trim() || "it is not allowed";
  }
  return null;
}
