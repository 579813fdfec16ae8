import { parseDomain, registrableOf, unicodeOf } from "@dnstools/core/protocol/names";
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import type { FaultOptions } from "@dnstools/core/tool/fault";
import { linksOf } from "@dnstools/core/tool/links";
import { targetsOf } from "@dnstools/core/tool/target";
import type { Input } from "../client/call.ts";

/**
 * Returns the detail and the links of the problem for a name that does not exist: both forms of an internationalized
 * name, and where to check whether the name is registered.
 * @param detail the judgement's text, with the name in A-labels.
 */
export function notFound(
  contract: Pick<Contract, "tool" | "params">,
  input: Input,
  detail: string,
): Pick<FaultOptions, "detail" | "links"> {
  const links = linksOf(contract, input);
  const [name = ""] = targetsOf(input);
  const shown = unicodeOf(name);
  const both = shown === name ? detail : detail.replace(name, `${shown} (${name})`);
  const registrable = registrableOf(name);
  const taken = registrable !== null && parseDomain(registrable, { registration: true }).ok;
  if (!taken || contract.tool === "whois") return { detail: both, links: { ...links, related: [] } };
  const href = `${toolPath("whois")}?domain=${registrable}`;
  return {
    detail: `${both} ${href} says whether ${registrable} is registered.`,
    links: { ...links, related: [{ tool: "whois", href }] },
  };
}
