import { ZONE } from "@dnstools/lab/plan/plan";
import { recordsOf } from "@dnstools/lab/plan/records";
import type { Zone } from "@dnstools/lab/plan/shapes";
import { ZONES } from "@dnstools/lab/plan/zones";

/**
 * Returns all names below a zone of the lab's plan, including empty non-terminals and child zones, but without names
 * for which only a wildcard answers.
 */
export function namesIn(apex: string): ReadonlySet<string> {
  const owners = recordsOf(ZONE.get(apex) as Zone).map(({ owner }) => owner.slice(0, -1).toLowerCase());
  const children = ZONES.map(({ name }) => name).filter((name) => name.endsWith(`.${apex}`));
  const names = new Set<string>();
  for (const owner of [...owners, ...children].filter((name) => name.endsWith(`.${apex}`)))
    for (let at = owner; at !== apex; at = at.slice(at.indexOf(".") + 1)) names.add(at);
  return names;
}
