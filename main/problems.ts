import { limitOf } from "./limit.ts";
import type { Parts } from "./parts.ts";
import type { Config } from "./settings.ts";
import { askedBy, SERVICES, type Target } from "./targets.ts";
import { deadlineProblems } from "./tool-deadlines.ts";

/**
 * Returns error messages for combinations of settings that do not work together, although each single setting is
 * valid.
 */
export async function moreProblems(
  target: Target,
  config: Config,
  resolvers: Parts["resolvers"],
): Promise<string[]> {
  const problems: string[] = [];
  if (target !== "gateway" && resolvers.length === 0)
    problems.push(
      config.DNS_RESOLVERS.length > 0
        ? "DNS_RESOLVERS names no host that has an address: set the resolvers to use"
        : "DNS_RESOLVERS is empty and /etc/resolv.conf names no resolver: set the resolvers to use",
    );
  for (const name of askedBy(target)) {
    const { url } = SERVICES[name];
    if (config[url].length === 0)
      problems.push(`${url} is empty: set the URL of the ${name} service, or use --target=all`);
  }
  problems.push(...deadlineProblems(config));
  if (target === "all" || target === "network") {
    const { networkProblems } = await import("@dnstools/network");
    problems.push(...networkProblems(config.AS_DATABASE));
  }
  if (target === "all" || target === "gateway") {
    const { limitProblem } = await import("@dnstools/gateway");
    const limit = limitProblem(limitOf(config));
    if (limit !== null) problems.push(limit);
  }
  return problems;
}
