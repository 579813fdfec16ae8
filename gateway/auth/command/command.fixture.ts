import type { DatabaseLocation } from "../store/open-store.ts";
import { runKeys } from "./run.ts";

/** What a command printed, and its exit code. */
export type Ran = { readonly out: string; readonly err: string; readonly code: number };

/** For tests: the operator's command for keys, run in this process. */
export async function keys(place: DatabaseLocation, ...args: readonly string[]): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await runKeys(args, place, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { out, err, code };
}

/** As `keys` with --json, which must succeed and print nothing but JSON. */
// biome-ignore lint/suspicious/noExplicitAny: what it prints is checked by the tests, field by field.
export async function jsonOf(place: DatabaseLocation, ...args: readonly string[]): Promise<any> {
  const { out, err, code } = await keys(place, ...args, "--json");
  if (code !== 0) throw new Error(`ended with ${code}: ${err}`);
  return JSON.parse(out);
}
