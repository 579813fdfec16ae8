/**
 * Starts the thread that runs Bun's fetch. Bun starts it at the first fetch, and ends the process (exit code 1,
 * without an exception) if no two file descriptors are left for it (1.4.5). Starting it early avoids that; a later
 * fetch without free descriptors fails with EMFILE. The request never leaves this host because its socket does not
 * exist. Never rejects.
 */
export async function startHttpClientThread(): Promise<void> {
  try {
    await fetch("http://localhost/", { unix: "/dev/null/none" });
  } catch {
    // The request is expected to fail; only the thread was needed.
  }
}
