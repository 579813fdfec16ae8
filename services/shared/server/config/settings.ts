import type { Read } from "./read-setting.ts";

/** A setting: its parser, its default as text, and its description. */
export type Setting<T> = {
  /** Parses the text of the setting. */
  readonly read: (text: string) => Read<T>;
  readonly fallback: string;
  readonly description: string;
  /** True if the text of the setting must never be shown. */
  readonly secret: boolean;
};

/** Settings by the names of their environment variables. */
type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of a group of settings. */
export type ConfigOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** The values of all settings, or the problems of invalid ones. */
export type ConfigResult<S extends Settings> =
  | { readonly ok: true; readonly config: ConfigOf<S> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Defines a setting that is not secret. */
export function setting<T>(fallback: string, description: string, read: Setting<T>["read"]): Setting<T> {
  return { fallback, description, read, secret: false };
}

/** Defines a setting that contains a secret. */
export function secret<T>(description: string, read: Setting<T>["read"]): Setting<T> {
  return { fallback: "", description, read, secret: true };
}

/** Reads a group of settings from the environment. Reports all problems together. */
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

/** Returns a setting's text for a message, without secrets and without any part of a URL that may be a password. */
function shown(spec: Setting<unknown>, text: string): string {
  return spec.secret ? "..." : text.slice(0, 200).replace(/\/\/[^/@]*@/g, "//...@");
}
