/** Milliseconds of CPU that this process has taken: what a bound on work is measured by, on a machine that does other things too. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
