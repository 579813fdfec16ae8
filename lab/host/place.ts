import { mkdirSync } from "node:fs";
import type { Place } from "./environment.ts";
import { networkV6 } from "./links.ts";

/** The lab in which a host is opened: a process in the Internet's namespace, and the folders of files. */
export type LabPlace = { readonly internet: string; readonly run: string; readonly made: string };

/** Returns the lab in which this process runs. */
export function labHere(): LabPlace {
  const { LAB_INTERNET: internet, LAB_RUN: folder, LAB_MADE: made } = process.env;
  if (internet === undefined || folder === undefined || made === undefined)
    throw new Error("only in the lab: run bin/test, or lab/up CMD");
  return { internet, run: folder, made };
}

/** Number of hosts that fit into the addresses of the plan. */
const HOSTS_MAX = 254;

/** Takes the first number that no open host has, in this process or another one, with its addresses and its folder. */
export function takePlace({ run: folder, made }: LabPlace): Place {
  mkdirSync(`${folder}/hosts`, { recursive: true });
  for (let number = 1; number <= HOSTS_MAX; number++) {
    const own = `${folder}/hosts/${number}`;
    try {
      mkdirSync(own);
    } catch {
      continue;
    }
    const at = (last: number) => `192.168.${number}.${last}`;
    return { number, gateway: at(1), v4: at(2), v6: `${networkV6(number)}::2`, folder: own, made };
  }
  throw new Error(`the lab has room for ${HOSTS_MAX} hosts`);
}
