/** The parts of the lab's Internet that can be started separately. */
export const PARTS = ["dns", "rbl", "web", "registry", "mail"] as const;
/** One of PARTS. */
export type Part = (typeof PARTS)[number];

/** A server process: the command that starts it, and the address that answers once it is ready. */
export type Server = {
  readonly name: string;
  readonly command: readonly string[];
  readonly ready: { readonly dns: string } | { readonly tcp: string; readonly port: number };
};

/** The folder of generated files, the folder of this run, and whether the network simulates round-trip times. */
export type Folders = { readonly made: string; readonly run: string; readonly rtt: boolean };

/** A zone by name, and its file in the folder of zones. */
export type ZoneFile = { readonly name: string; readonly file: string };

/** The folders of generated files and of a server's configuration, and the addresses at which the server listens. */
export type Site = { readonly made: string; readonly folder: string; readonly addresses: readonly string[] };

/**
 * Returns the first element of a list.
 * @throws if the list is empty.
 */
export function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error("the plan gives this server nothing to do");
  return one;
}
