/**
 * Starts the thread in which Bun's fetch works. Bun starts it with the first fetch, and ends the process (exit code 1, nothing is
 * thrown) where there are no two descriptors left for it (1.4.5). So it is started before clients can take them; a fetch that
 * finds none later fails with EMFILE. Nothing leaves this host: the socket is not there. Resolves in any case.
 */
export async function startHttpClientThread(): Promise<void> {
  try {
    await fetch("http://localhost/", { unix: "/dev/null/none" });
  } catch {
    // As it must be: the thread runs, which is all that was wanted.
  }
}
