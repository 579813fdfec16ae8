import { at, LEAF } from "./hosts.ts";
import { ODD_ANSWERS, type OddAnswer } from "./odd-answers.ts";
import { label } from "./resolvers.ts";
import type { Host, Zone } from "./shapes.ts";

/** Returns the name of the server with a deviation. */
export function oddServer(deviation: OddAnswer): string {
  return `${label(deviation)}.odd-answers.org`;
}

/** The zone that contains the names of these servers. */
export const ODD_ANSWERS_ZONE: Zone = {
  name: "odd-answers.org",
  servers: LEAF,
  hosts: ODD_ANSWERS.map(
    (deviation, i): Host => ({
      name: oddServer(deviation),
      v4: `5.66.17.${i + 1}`,
      daemon: "odd",
      deviation,
      behind: "nsd-leaf",
    }),
  ),
  records: "@ A 93.184.215.61",
};

/** A registry whose second server does not have the delegation of `half.museum`. */
export const HALF_REGISTRY: Zone = {
  name: "museum",
  servers: [at("bind", "ns1.nic.museum", "194.60.0.53"), at("knot", "ns2.nic.museum", "194.60.1.53")],
  delegates: ["half"],
  variant: { at: "knot", records: "", serial: 2026112001 },
  zonemaster: "alike",
};
