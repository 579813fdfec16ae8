import { join, say } from "@dnstools/core/report/blocks";
import type { Branch, Status, Text } from "@dnstools/core/report/report";
import { worstFirst, worstOf } from "../../report-parts.ts";
import type { ServiceData, SrvData } from "../data.ts";
import { bounded, label, leaf, someNames } from "./branches.ts";

/** Maximum number of services that are shown; HOSTS_MAX is the maximum number of hosts of each service. */
const SERVICES_MAX = 8;
const HOSTS_MAX = 2;

type Host = ServiceData["records"][number];

/** Builds the branches of services with their hosts, broken services first. */
export function serviceBranches(
  { services, unknown, indistinguishableTotal, fromWildcard }: SrvData,
  domain: string,
): readonly Branch[] {
  const all = services.map((service) => serviceBranch(service, domain));
  return [
    ...bounded(
      worstFirst(all, ({ status }) => status),
      SERVICES_MAX,
      "services",
    ),
    ...(unknown.length === 0
      ? []
      : [leaf("unknown", join(["SRV could not be determined: ", someNames(unknown, domain)]))]),
    ...(indistinguishableTotal === 0
      ? []
      : [leaf("none", `${indistinguishableTotal} services that may exist only because of a wildcard`)]),
    ...(fromWildcard === 0
      ? []
      : [leaf("none", `${fromWildcard} services that exist only because of a wildcard`)]),
  ];
}

function serviceBranch({ name, use, records }: ServiceData, domain: string): Branch {
  const more = records.length - HOSTS_MAX;
  return leaf(
    worstOf(records.map(hostStatus)),
    join([
      say`SRV ${label(name, domain)} (${use}) → `,
      join(records.slice(0, HOSTS_MAX).map(hostText), ", "),
      more > 0 ? ` and ${more} more` : "",
    ]),
  );
}

/** Returns the status of a host. The target `.` means that the service is not offered (RFC 2782). */
function hostStatus({ target, targetExists }: Host): Status {
  if (target === "." || targetExists === "yes") return "none";
  return targetExists === "no" ? "warning" : "unknown";
}

function hostText({ target, port, targetExists }: Host): Text {
  if (target === ".") return "not offered";
  const host = say`${target}:${port}`;
  if (targetExists === "yes") return host;
  return join([host, targetExists === "no" ? " has no address" : " could not be determined"]);
}
