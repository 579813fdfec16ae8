import { answerName } from "@dnstools/core/protocol/names";
import type { ServiceData, SrvData } from "./data.ts";
import { type Judged, judgeNames, tallyOf, wildcardsOf } from "./judge-names.ts";
import { headOf } from "./section.ts";
import type { HostSeen, ScoutSeen } from "./seen.ts";
import { SRV_NAMES } from "./srv-names.ts";

/** The section of services. */
export function srvData({ names: { srv }, hosts, efforts }: ScoutSeen, domain: string): SrvData | null {
  if (srv === null) return null;
  const { exists, indistinguishable, fromWildcard, unknown, tally } = tallyOf(
    judgeNames(srv, "SRV"),
    srv.wanted,
  );
  const shown = (one: Judged) => serviceData(one, domain, hosts);
  return {
    ...headOf(efforts.srv, tally),
    // A name without the record may have others: that is no service.
    services: exists.map(shown).filter(({ records }) => records.length > 0),
    indistinguishable: indistinguishable.map(shown),
    fromWildcard,
    unknown,
    wildcards: wildcardsOf(srv),
  };
}

function serviceData(
  { seen, proof }: Judged,
  domain: string,
  hosts: Readonly<Record<string, HostSeen>>,
): ServiceData {
  const answer = seen.answers.SRV;
  const values = answer?.kind === "present" ? answer.value.values : [];
  return {
    name: seen.name,
    use: SRV_NAMES[seen.name.slice(0, -domain.length - 1)] ?? "",
    proof,
    records: values.map((value) => {
      const [priority = "", weight = "", port = "", to = "."] = value.split(" ");
      const target = answerName(to);
      const host = hosts[target]?.addresses;
      return {
        priority: Number(priority),
        weight: Number(weight),
        port: Number(port),
        target: target === "" ? "." : target,
        addresses: host?.kind === "present" ? [...host.value] : null,
        targetExists:
          host === undefined || host.kind === "unknown" ? "unknown" : host.kind === "present" ? "yes" : "no",
      };
    }),
  };
}
