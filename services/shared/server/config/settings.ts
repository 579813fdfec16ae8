import type { Read } from "./read-setting.ts";

/** One setting: how its text is read, its default as text, and what it does. */
export type Setting<T> = {
  /** Reads the text; a string in `problem` says what to set instead. */
  readonly read: (text: string) => Read<T>;
  readonly fallback: string;
  readonly description: string;
  /** Whether its text is never shown. */
  readonly secret: boolean;
};

/** Settings by the names of their environment variables. */
type Settings = Readonly<Record<string, Setting<unknown>>>;

/** What settings come to. */
export type ConfigOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

export type ConfigResult<S extends Settings> =
  | { readonly ok: true; readonly config: ConfigOf<S> }
  | { readonly ok: false; readonly problems: readonly string[] };

export type Environment = Readonly<Record<string, string | undefined>>;

export function setting<T>(fallback: string, description: string, read: Setting<T>["read"]): Setting<T> {
  return { fallback, description, read, secret: false };
}

/** A setting that holds a secret, somewhere. */
export function secret<T>(description: string, read: Setting<T>["read"]): Setting<T> {
  return { fallback: "", description, read, secret: true };
}

/** Reads all of some settings from the environment. All problems are told together. */
export function readSettings<S extends Settings>(settings: S, env: Environment): ConfigResult<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(settings)) {
    const text = env[name]?.trim() || spec.fallback;
    const result = spec.read(text);
    if ("problem" in result) problems.push(`${name}=${shown(spec, text)}: ${result.problem}`);
    else values[name] = result.value;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: values as ConfigOf<S> };
}

/** A setting's text for people: keys, and what could be a password in a URL, are left out. */
function shown(spec: Setting<unknown>, text: string): string {
  return spec.secret ? "..." : text.slice(0, 200).replace(/\/\/[^/@]*@/g, "//...@");
}
