import { answerName } from "@dnstools/core/protocol/names";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { ServiceData, SrvData } from "../data.ts";
import type { HostsObservation, ScoutObservation } from "../observations.ts";
import { headOf } from "../section.ts";
import { SRV_NAMES } from "../srv-names.ts";
import { ALIKE_MAX, type JudgedName, judgeNames, tallyOf, wildcardsOf, withoutUnknown } from "./names.ts";

/** Builds the section on services; null if it was not requested. */
export function srvData(
  { names: { srv }, hosts, efforts }: ScoutObservation,
  domain: string,
): SrvData | null {
  if (srv === null) return null;
  const { exists, indistinguishable, fromWildcard, unknown, tally } = tallyOf(
    judgeNames(srv, "SRV"),
    srv.wanted,
  );
  const shown = (one: JudgedName) => serviceData(one, domain, hosts);
  // A name that has no SRV record but other records is not a service, although the name exists.
  const isService = ({ observed: { answers } }: JudgedName) => {
    const answer = answers.SRV;
    return answer?.kind === "present" && (answer.value.total > 0 || answer.value.tooLarge);
  };
  const services = exists.filter(isService).map(shown);
  const alike = indistinguishable.filter(isService);
  const whole = withoutUnknown(
    tally,
    services.map(({ records }) => {
      const open = records.find(({ target, targetExists }) => target !== "." && targetExists === "unknown");
      return open === undefined ? null : reasonOf(hosts, open.target);
    }),
  );
  return {
    ...headOf(efforts.srv, whole),
    services,
    indistinguishable: alike.slice(0, ALIKE_MAX).map(shown),
    indistinguishableTotal: alike.length,
    fromWildcard,
    unknown,
    wildcards: wildcardsOf(srv),
  };
}

function reasonOf(hosts: HostsObservation, target: string): Reason {
  const host = hosts.get(target)?.addresses;
  return host?.kind === "unknown" ? host.reason : "budget";
}

function serviceData({ observed, proof }: JudgedName, domain: string, hosts: HostsObservation): ServiceData {
  const answer = observed.answers.SRV;
  const values = answer?.kind === "present" ? answer.value.values : [];
  return {
    name: observed.name,
    use: SRV_NAMES[observed.name.slice(0, -domain.length - 1)] ?? "",
    proof,
    records: values.map((value) => {
      const [priority = "", weight = "", port = "", to = "."] = value.split(" ");
      const target = answerName(to);
      const host = hosts.get(target)?.addresses;
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
