import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server with a cluster of its own, for one test. `await using` stops it and removes the cluster. */
export type Postgres = AsyncDisposable & {
  /** The `postgres://...` URL, for DATABASE_URL. A restart does not change it. */
  readonly url: string;
  readonly port: number;
  /** Returns the IDs of the server's processes, the main process first; empty after `kill`. */
  readonly pids: () => readonly number[];
  /** Stops every process of the server (SIGSTOP): connections stay open, but get no answer. */
  readonly freeze: () => void;
  /** Continues every process of the server (SIGCONT). */
  readonly thaw: () => void;
  /** Ends every process of the server at once (SIGKILL), as a crash of the machine would. */
  readonly kill: () => Promise<void>;
  /** Starts the server on the same port after `kill`, with the data that it had stored. */
  readonly restart: () => Promise<void>;
};

/** ID of the user "nobody", because the server refuses to run as root. */
const UNPRIVILEGED = 65534;
/** Debian's folder for the programs, of the version in lab/packages. */
const PROGRAMS = "/usr/lib/postgresql/15/bin";
/** Settings of a test's server: its data need not survive a crash of the machine, but must survive `kill`. */
const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  shared_buffers: "16MB",
  max_connections: "60",
  autovacuum: "off",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  logging_collector: "off",
};
/** Maximum time in milliseconds for the server to answer after its start, on a busy machine. */
const READY_MS = 60_000;
const TRY_MS = 20;
/** Maximum number of attempts to start the server. Another program may take the chosen port before the server does. */
const PORT_TRIES = 5;

/** Starts a server on a free port of 127.0.0.1, and resolves when it answers. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  chmodSync(folder, 0o700);
  if (process.getuid?.() === 0) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  try {
    await initialise(folder);
    for (let tries = 1; ; tries++) {
      const port = freePort();
      const server = await start(folder, port).catch((error: Error) => error);
      if (!(server instanceof Error)) return handle(folder, port, server);
      if (tries === PORT_TRIES) throw server;
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function handle(folder: string, port: number, first: Bun.Subprocess): Postgres {
  let server = first;
  const pids = () => (server.exitCode === null && server.signalCode === null ? familyOf(server.pid) : []);
  const signal = (name: "SIGSTOP" | "SIGCONT" | "SIGKILL") => {
    for (const pid of pids()) send(pid, name);
  };
  const freeze = () => {
    // The main process is stopped first, so that it starts no further processes while they are listed.
    for (const pid of pids().slice(0, 1)) send(pid, "SIGSTOP");
    signal("SIGSTOP");
  };
  const kill = async () => {
    freeze();
    const all = pids();
    signal("SIGKILL");
    await server.exited;
    // The next server refuses to start while orphaned processes of this server exist.
    await until(() => all.every((pid) => !alive(pid)), "the processes of postgres do not end");
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    pids,
    freeze,
    thaw: () => signal("SIGCONT"),
    kill,
    async restart() {
      server = await start(folder, port);
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function initialise(folder: string): Promise<void> {
  const options = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"];
  const child = spawn(["initdb", ...options, "-D", join(folder, "data")]);
  const [said, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said}`);
}

/** Starts the server, and resolves when it accepts connections. @throws if it exits instead, with its output. */
async function start(folder: string, port: number): Promise<Bun.Subprocess> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(["postgres", "-D", join(folder, "data"), "-p", String(port), ...settings]);
  let said = "";
  const read = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stderr) said = (said + decoder.decode(bytes)).slice(-4000);
  })();
  await until(() => child.exitCode !== null || said.includes("ready to accept connections"), "no postgres");
  if (child.exitCode === null) return child;
  await read;
  throw new Error(`postgres ended with ${child.exitCode}: ${said}`);
}

function spawn([program = "", ...args]: readonly string[]) {
  const ids = [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, "--clear-groups"];
  const unprivileged = process.getuid?.() === 0 ? ["setpriv", ...ids] : [];
  return Bun.spawn([...unprivileged, join(PROGRAMS, program), ...args], {
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Returns a port that was free a moment ago. */
function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/**
 * Returns a process and its children, as listed in /proc. Each child has its own session, so no process group
 * contains all of them.
 */
function familyOf(pid: number): number[] {
  const children = readdirSync("/proc")
    .map(Number)
    .filter((other) => Number.isInteger(other) && parentOf(other) === pid);
  return [pid, ...children];
}

/** Returns the parent of a process; null if there is no such process. */
function parentOf(pid: number): number | null {
  return statOf(pid)?.parent ?? null;
}

/** True if a process runs. A zombie does not. */
function alive(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== "Z" && state !== "X";
}

function statOf(pid: number): { readonly state: string; readonly parent: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may contain any character, so the fields are counted from its end.
    const [state = "", parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already exited.
  }
}

async function until(holds: () => boolean, problem: string): Promise<void> {
  const end = Date.now() + READY_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(problem);
    await Bun.sleep(TRY_MS);
  }
}
