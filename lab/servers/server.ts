/** The parts of the Internet that can be started alone. */
export const PARTS = ["dns", "rbl", "web", "registry", "mail"] as const;
export type Part = (typeof PARTS)[number];

/** A server process: how to start it, and where it answers once it is ready. */
export type Server = {
  readonly name: string;
  readonly command: readonly string[];
  readonly ready: { readonly dns: string } | { readonly tcp: string; readonly port: number };
};

/** Where servers find what was made, where they write, and whether the line has round trips. */
export type Folders = { readonly made: string; readonly run: string; readonly rtt: boolean };

/** The first of a list that must not be empty. */
export function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error("the plan gives this server nothing to do");
  return one;
}
