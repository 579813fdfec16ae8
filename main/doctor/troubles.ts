import type { Facet } from "@dnstools/core/net-event";
import { repeatOf } from "@dnstools/core/report/repeat";
import type { ToolName } from "@dnstools/core/tool/contract";
import { ENVIRONMENT, faultsOf, type HostReason } from "@dnstools/core/tool/environment";
import { NO_RESOLVER, noTcp, resolverFault } from "../resolver-faults.ts";
import { USES } from "../targets.ts";
import { TOOL_NAMES } from "../tools.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { GROUPS, lacksOf, verdictsOf } from "./rows.ts";

/**
 * Something that is not in order: a code of ENVIRONMENT with what shows it, or our resolver, and sentences that say
 * what is wrong, what to do, and which tools lack something.
 */
export type Trouble = { readonly title: string; readonly lines: readonly string[] };

/** Returns everything that is not in order: faults of this host and its network, and of our own resolvers. */
export function troublesOf({ state, resolvers }: Diagnosis): readonly Trouble[] {
  const host = [...faultsOf(verdictsOf(state))].map(([code, facets]) => hostTrouble(code, facets, state));
  const usable = resolvers.some(({ verdict }) => verdict === "ok");
  const own = resolvers.flatMap(({ resolver, verdict }) =>
    verdict === null || verdict === "ok" ? [] : [resolverFault(resolver, verdict, usable)],
  );
  const all = resolvers.length === 0 ? [NO_RESOLVER] : own;
  const lacks = resolvers.flatMap((one) => lacksOf(one).map(([code]) => lackTrouble(code, one.resolver)));
  const tools = usable ? [] : TOOL_NAMES;
  return [
    ...host,
    ...lacks,
    ...all.map((one) => ({ title: "resolver", lines: [...sentences(one), ...affected(tools)] })),
  ];
}

function hostTrouble(code: HostReason, facets: readonly Facet[], state: Diagnosis["state"]): Trouble {
  const groups = GROUPS.filter((group) => group.facets.some((facet) => facets.includes(facet)));
  const tools = TOOL_NAMES.filter((tool) =>
    groups.some(({ use }) => (use === null ? USES[tool].length > 0 : USES[tool].includes(use))),
  );
  const [shown] = facets.flatMap((facet) => state.get(facet)?.evidence ?? []);
  const repeat = shown === undefined ? null : repeatOf({ ...shown, id: "" });
  return {
    title: `${code}: ${groups.map(({ name }) => name).join(", ")}`,
    lines: [
      ...sentences(ENVIRONMENT[code]),
      ...affected(tools),
      ...(repeat?.lines ?? []).map((command) => `Seen with: ${command}`),
    ],
  };
}

function lackTrouble(code: HostReason | null, resolver: string): Trouble {
  return code === null
    ? { title: "resolver", lines: sentences(noTcp(resolver)) }
    : { title: `${code}: ${resolver}`, lines: sentences(ENVIRONMENT[code]) };
}

function sentences({ says, remedy }: { readonly says: string; readonly remedy: string }): readonly string[] {
  return [says, `What to do: ${remedy}`];
}

function affected(tools: readonly ToolName[]): readonly string[] {
  return tools.length === 0 ? [] : [`Affects: ${tools.join(", ")}.`];
}
