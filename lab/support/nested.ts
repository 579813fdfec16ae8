import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { WAIT_FACTOR } from "./product.ts";

export const ROOT = join(import.meta.dir, "../..");

/** A separate lab, inside the lab that the tests run in. Every process in it has `mark` in its environment. */
export type NestedLab = {
  readonly mark: string;
  /** Returns what the lab has written to standard output so far. */
  readonly out: () => string;
  /** Sends a signal to the program or, with `group`, to its process group, as Ctrl-C in a terminal does. */
  readonly kill: (signal: NodeJS.Signals, group?: "group") => void;
  /** Resolves when the command has written a first line. */
  readonly running: Promise<void>;
  readonly ended: Promise<Ended>;
};

/** How a nested lab ended. `files` are the files that it left in its folder for temporary files. */
type Ended = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly files: readonly string[];
};

/**
 * Who starts the lab: a `user` has no rights except a range of IDs in /etc/subuid; a `stranger` does not even have
 * that range.
 */
export type Who = "root" | "user" | "stranger";

/**
 * Starts a nested lab.
 * @param program lab/up, or another program that starts a lab, as a path from the project's root.
 */
export function startLab(
  args: readonly string[],
  who: Who = "root",
  { stdin = "", program = "lab/up" } = {},
): NestedLab {
  const mark = crypto.randomUUID();
  const temporary = mkdtempSync(join(tmpdir(), "nested-"));
  chmodSync(temporary, 0o777);
  const command = [resolve(ROOT, program), ...args];
  const child = Bun.spawn(
    who === "root" ? command : ["unshare", "--mount", "bash", "-c", AS_USER, who, program, ...args],
    {
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: "/",
        TMPDIR: temporary,
        LAB_TEST_MARK: mark,
        WAIT_FACTOR: String(WAIT_FACTOR),
      },
      stdin: new Blob([stdin]),
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    },
  );
  const running = Promise.withResolvers<void>();
  let text = "";
  const read = async () => {
    for await (const bytes of child.stdout) {
      text += new TextDecoder().decode(bytes);
      if (text.includes("\n")) running.resolve();
    }
    return text;
  };
  return {
    mark,
    out: () => text,
    kill: (signal, group) => process.kill(group === undefined ? child.pid : -child.pid, signal),
    running: running.promise,
    ended: Promise.all([read(), child.stderr.text(), child.exited]).then(([out, err, code]) => {
      const files = readdirSync(temporary);
      rmSync(temporary, { recursive: true });
      return { code, out, err, files };
    }),
  };
}

/** Runs a command in a nested lab until it exits. */
export function inLab(...args: string[]): Promise<Ended> {
  return startLab(args).ended;
}

/**
 * Shell script that becomes a user who exists only in this mount namespace, mounts the checkout where that user may
 * read it, and starts a program of the checkout.
 */
const AS_USER = `set -e
cover() { cp "$1" "/srv/$2"; echo "$3" >> "/srv/$2"; mount --bind "/srv/$2" "$1"; }
mount -t tmpfs -o mode=755 tmpfs /srv
touch /etc/subuid /etc/subgid
cover /etc/passwd passwd "labtest:x:4242:4242::/:/bin/sh"
if [ "$0" = user ]; then
  cover /etc/subuid subuid "labtest:200000:65536"
  cover /etc/subgid subgid "labtest:200000:65536"
fi
mount --bind "${ROOT}" /mnt
cd /mnt
exec setpriv --reuid=4242 --regid=4242 --clear-groups "$@"
`;

/**
 * True if tests can become an ordinary user here. They cannot if they already run as one, or if the machine allows
 * only root.
 */
export function canBeUser(): boolean {
  const ids = readFileSync("/proc/self/uid_map", "utf8").trim().split(/\s+/).join(" ");
  const user = ["setpriv", "--reuid=4242", "--regid=4242", "--clear-groups", "unshare", "--user", "true"];
  return ids === "0 0 4294967295" && Bun.spawnSync(user).success;
}

/** Returns the command lines of the processes that have a mark in their environment. */
export function marked(mark: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        return environment.includes(mark)
          ? [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")]
          : [];
      } catch {
        // The process exited after the folder was listed.
        return [];
      }
    });
}

/** Returns everything that a lab could leave behind in this namespace, except its folder for temporary files. */
export function surroundings() {
  const folders = ["/media", "/mnt", "/srv", "/run", join(ROOT, ".tools"), ROOT, join(ROOT, "lab")];
  return {
    mounts: readFileSync("/proc/self/mountinfo", "utf8"),
    interfaces: readdirSync("/sys/class/net").sort(),
    // Tests that run at the same time may build a binary, for which Bun creates a temporary file.
    folders: folders.map((folder) =>
      readdirSync(folder)
        .filter((name) => !name.endsWith(".bun-build"))
        .sort(),
    ),
  };
}

/** Resolves when no process with a mark is left. The test's own timeout limits the wait. */
export async function gone(mark: string): Promise<void> {
  while (marked(mark).length > 0) await new Promise(setImmediate);
}
