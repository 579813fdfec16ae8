import { FACETS } from "@dnstools/core/net-event";
import { faultsOf } from "@dnstools/core/tool/environment";
import { proxyNote } from "../proxy-variables.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { lacksOf, verdictsOf } from "./rows.ts";
import { troublesOf } from "./troubles.ts";

/** Returns true if every facet was tested and is in order, and every resolver works. */
export function isInOrder(diagnosis: Diagnosis): boolean {
  const isTested = FACETS.every((facet) => diagnosis.state.has(facet));
  return isTested && troublesOf(diagnosis).length === 0;
}

/** Returns what an operator should know although it is no trouble, and the conclusion if nothing is wrong. */
export function notesOf(diagnosis: Diagnosis): readonly string[] {
  const { proxies, isTried } = diagnosis;
  const off = "Trials are switched off (EGRESS_TEST=off): only the resolvers were checked.";
  return [
    ...proxies.map(proxyNote),
    ...(isTried ? [] : [off]),
    ...(isInOrder(diagnosis) ? ["All in order."] : []),
  ];
}

/** Returns a diagnosis as the object that `--json` prints. A facet that was not tested has the verdict null. */
export function diagnosisJson({ state, resolvers, proxies }: Diagnosis) {
  return {
    environment: [
      ...faultsOf(verdictsOf(state)).keys(),
      ...new Set(resolvers.flatMap((one) => lacksOf(one).flatMap(([code]) => code ?? []))),
    ],
    facets: Object.fromEntries(
      FACETS.map((facet) => [facet, state.get(facet) ?? { verdict: null, evidence: null }]),
    ),
    resolvers,
    proxies,
  };
}
