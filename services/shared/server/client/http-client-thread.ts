/**
 * Starts the thread that runs Bun's fetch. Bun starts this thread at the first fetch, and ends the process (exit code
 * 1, without an exception) if fewer than two file descriptors are left for the thread (1.4.5). An early start avoids
 * this; a later fetch without free descriptors fails with EMFILE. The request never leaves this host, because the
 * socket that it names does not exist. Never rejects.
 */
export async function startHttpClientThread(): Promise<void> {
  try {
    await fetch("http://localhost/", { unix: "/dev/null/none" });
  } catch {
    // The request is expected to fail; its only purpose is to start the thread.
  }
}
