/** Environment variables with which Bun's fetch would connect through a proxy, also in lower case. */
const NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] as const;

let removed: readonly string[] = [];

/** Removes the machine's proxy settings, because they must not redirect the connections of this process. */
export function removeProxyVariables(env: NodeJS.ProcessEnv): void {
  const names = NAMES.flatMap((name) => [name, name.toLowerCase()]);
  removed = names.filter((name) => env[name]);
  for (const name of names) delete env[name];
}

/** Returns the names of the proxy variables that were set when the process started. */
export function proxyVariables(): readonly string[] {
  return removed;
}
