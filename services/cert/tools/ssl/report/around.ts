import { blocks, cell, facts, join, notFound, say, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { SslData } from "../data.ts";
import { cut, hostText, listed, worstFirst, worstOf } from "./words.ts";

type Caa = SslData["caa"][number];
type Web = NonNullable<SslData["web"]>;

const HOSTS_MAX = 6;
const RECORDS_MAX = 4;
/** Maximum number of characters of a record in the report; LOCATION_MAX is the maximum for a URL. */
const RECORD_MAX = 100;
const LOCATION_MAX = 100;

const ALLOWED: Readonly<
  Record<NonNullable<Caa["allows"]>, { readonly status: Status; readonly text: string }>
> = {
  yes: { status: "pass", text: "names the issuer of this certificate" },
  no: { status: "warning", text: "does not name the issuer of this certificate" },
  unknown: { status: "unknown", text: "it is not known whether this names the issuer of the certificate" },
};

/** Builds the report section about the authorities that may issue certificates for the hosts (CAA). */
export function caaSection({ caa }: SslData): Section {
  const alike = Map.groupBy(caa, ({ host: _, ...rest }) => JSON.stringify(rest));
  const groups = worstFirst([...alike.values()], (some) => worstOf(some.map(caaStatus)));
  const rows = groups.flatMap((some): (readonly [Text, Cell])[] => {
    const [first] = some;
    const hosts = some.map(({ host }) => host);
    return first === undefined ? [] : [[listed(hosts.map(hostText), 2), caaCell(first)]];
  });
  return {
    heading: "Who may issue the next certificate (CAA)?",
    status: worstOf(caa.map(caaStatus)),
    blocks: blocks([
      rows.length === 1
        ? facts(rows.map(([, value]) => ["Records", value] as const))
        : table(["Host", "Records"], rows, HOSTS_MAX),
    ]),
  };
}

/** Returns the status of a host's CAA records. An issuer whose CAA name is unknown is not a fault. */
function caaStatus({ status, allows, faults }: Caa): Status {
  if (status === "unknown") return "unknown";
  if (WARNED.some((fault) => faults.includes(fault))) return "warning";
  return allows === null || allows === "unknown" ? "none" : ALLOWED[allows].status;
}

/** Faults of CAA records that change who may issue. */
const WARNED = ["critical_unknown", "tag_misspelt"] as const;

function caaCell(caa: Caa): Cell {
  const { status, reason, foundAt, records, allows, faults } = caa;
  if (status === "unknown") return notFound(reason);
  if (status === "absent") return "any authority: there are no CAA records";
  const allowed = allows === null || faults.includes("critical_unknown") ? null : ALLOWED[allows];
  return cell(
    caaStatus(caa),
    join([
      listed(
        records.map((record) => cut(record, RECORD_MAX)),
        RECORDS_MAX,
      ),
      foundAt === null ? "" : say` (at ${hostText(foundAt)})`,
      allowed === null ? "" : `: ${allowed.text}`,
      faults.includes("critical_unknown") ? ": a critical tag that authorities do not know forbids all" : "",
      faults.includes("tag_misspelt") ? ", but a tag is misspelt" : "",
    ]),
  );
}

/**
 * Builds the report section about the redirect on port 80 and HSTS; the section has no blocks if no HTTP request was
 * sent.
 */
export function webSection({ web }: SslData): Section {
  if (web === null) return { heading: "", status: "none", blocks: [] };
  const { redirect, hsts } = web;
  return {
    heading: "Do browsers switch to HTTPS by themselves?",
    status: worstOf([REDIRECTS[redirect.status].status, HSTS[hsts.status]]),
    blocks: blocks([
      facts([
        ["Plain HTTP", redirectCell(redirect)],
        ["HSTS", hstsCell(hsts)],
      ]),
    ]),
  };
}

const REDIRECTS = {
  https: { status: "pass", text: "redirects to HTTPS" },
  elsewhere: { status: "none", text: "redirects elsewhere" },
  none: { status: "none", text: "does not redirect" },
  unknown: { status: "unknown", text: "" },
} as const satisfies Readonly<Record<Web["redirect"]["status"], { status: Status; text: string }>>;

function redirectCell({ status, reason, location }: Web["redirect"]): Cell {
  if (status === "unknown") return notFound(reason);
  const where = location === null ? "" : say`: ${cut(location, LOCATION_MAX)}`;
  return cell(REDIRECTS[status].status, join([REDIRECTS[status].text, where]));
}

const HSTS: Readonly<Record<Web["hsts"]["status"], Status>> = {
  present: "pass",
  absent: "none",
  unknown: "unknown",
};

function hstsCell({ status, reason, maxAge, includeSubDomains, preload }: Web["hsts"]): Cell {
  if (status === "unknown") return notFound(reason);
  if (status === "absent") return "not sent";
  const text = [
    maxAge === null ? "sent" : `for ${maxAge} s`,
    ...(includeSubDomains === true ? ["with subdomains"] : []),
    ...(preload === true ? ["preload"] : []),
  ].join(", ");
  return cell("pass", text);
}
