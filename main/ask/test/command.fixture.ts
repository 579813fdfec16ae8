import { labSettings, PRODUCT } from "@dnstools/lab/support/product";

/** What a command printed on stdout and stderr, and its exit code. */
export type Ran = { readonly out: string; readonly err: string; readonly code: number };

/** How to run a command: additional settings, its input, and words placed before the command. */
export type How = {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly before?: readonly string[];
};

/** Returns the settings for the lab without DATA_DIR, so that commands write no files. */
export function commandSettings(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { DATA_DIR: _, ...settings } = labSettings();
  return { ...settings, ...env };
}

/** Starts `dnstools ARGS` without a terminal. */
export function started(args: readonly string[], { env = {}, before = [] }: Omit<How, "stdin"> = {}) {
  return Bun.spawn([...before, ...PRODUCT, ...args], {
    env: commandSettings(env),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Runs `dnstools ARGS` to its end, without a terminal. */
export async function ran(args: readonly string[], { stdin = "", ...how }: How = {}): Promise<Ran> {
  const child = started(args, how);
  child.stdin.write(stdin);
  child.stdin.end();
  return ended(child);
}

/** Waits until a command has ended, and returns its output. */
export async function ended(child: ReturnType<typeof started>): Promise<Ran> {
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

/** A running command whose standard error is read continuously. */
export type Followed = {
  /** Resolves when standard error contains a text; rejects if standard error ends without it. */
  readonly says: (text: string) => Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ran>;
};

/** Starts `dnstools ARGS` without a terminal and reads its standard error. */
export function followed(args: readonly string[], how: Omit<How, "stdin"> = {}): Followed {
  const child = started(args, how);
  const waiting: {
    readonly text: string;
    readonly resolve: () => void;
    readonly reject: (e: Error) => void;
  }[] = [];
  let err = "";
  const told = () => {
    for (const { text, resolve } of waiting) if (err.includes(text)) resolve();
  };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stderr) {
      err += decoder.decode(bytes, { stream: true });
      told();
    }
    for (const { text, reject } of waiting) reject(new Error(`ended without ${text}: ${err}`));
    return err;
  };
  const ended = Promise.all([child.stdout.text(), read(), child.exited]);
  return {
    says(text) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ text, resolve, reject });
      told();
      return promise;
    },
    kill: (signal) => child.kill(signal),
    ended: ended.then(([out, all, code]) => ({ out, err: all, code })),
  };
}

/** A command in a terminal, which shows standard output and standard error together. */
export type OnTerminal = {
  /** Returns everything that the terminal has received so far. */
  readonly shown: () => string;
  /** Types keys into the terminal. */
  readonly type: (keys: string) => void;
  readonly exited: Promise<number>;
};

/** Starts `dnstools ARGS` in a terminal. */
export function onTerminal(
  args: readonly string[],
  {
    columns = 100,
    env = {},
  }: { readonly columns?: number; readonly env?: Readonly<Record<string, string>> } = {},
): OnTerminal {
  let text = "";
  const decoder = new TextDecoder();
  const child = Bun.spawn([...PRODUCT, ...args], {
    env: commandSettings({ TERM: "xterm", ...env }),
    terminal: {
      cols: columns,
      rows: 40,
      data(_, bytes) {
        text += decoder.decode(bytes, { stream: true });
      },
    },
  });
  return {
    shown: () => text,
    type: (keys) => void child.terminal?.write(keys),
    exited: child.exited,
  };
}
