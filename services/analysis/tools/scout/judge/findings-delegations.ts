import type { Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";
import type { Look } from "./look.ts";

/** Returns findings about name servers, of the zone or of a name below it, whose names do not exist. */
export function delegationFindings({ data: { records, subdomains }, observed, ids }: Look): Finding[] {
  const { zone, childOnlyServers } = observed.records;
  const own = [...(zone?.kind === "present" ? zone.value.nameServers : []), ...childOnlyServers];
  const delegations = [
    ...(records === null ? [] : [{ name: records.zone ?? "", nameServers: own.map(({ name }) => name) }]),
    ...(subdomains?.names ?? []),
  ];
  return delegations.flatMap(({ name, nameServers }) =>
    nameServers.flatMap((server) => {
      const host = observed.hosts.get(server);
      if (host?.addresses.kind !== "absent" || host.addresses.how !== "nxdomain") return [];
      const evidence = ids(
        ({ name: asked, type }) =>
          (asked === server && type !== "NS") ||
          (type === "NS" && asked.includes(".") && server.endsWith(`.${asked}`)),
      );
      const code = host.unregistered ? "scout.delegation_takeover" : "scout.delegation_dangling";
      return [findingOf(code, { subject: `${name} -> ${server}`, subjects: [name, server], evidence })];
    }),
  );
}
