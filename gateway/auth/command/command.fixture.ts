import type { DatabaseLocation } from "../store/open-store.ts";
import { runKeys } from "./run.ts";

/** What a command printed on stdout and stderr, and its exit code. */
export type Ran = { readonly out: string; readonly err: string; readonly code: number };

/** Runs a `keys` command in this process. */
export async function keys(location: DatabaseLocation, ...args: readonly string[]): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await runKeys(args, location, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { out, err, code };
}

/** Runs a `keys` command with --json and returns the parsed output. @throws Error if the command fails */
// biome-ignore lint/suspicious/noExplicitAny: the tests check the output field by field.
export async function jsonOf(location: DatabaseLocation, ...args: readonly string[]): Promise<any> {
  const { out, err, code } = await keys(location, ...args, "--json");
  if (code !== 0) throw new Error(`ended with ${code}: ${err}`);
  return JSON.parse(out);
}
