import { parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Finding } from "@dnstools/core/tool/finding";
import type { NameData } from "../data.ts";
import { findingOf } from "../findings.ts";
import type { Look } from "./look.ts";

/** Maximum number of exchanges in the evidence about a name that was queried at many servers. */
const FEW = 4;

/**
 * Returns findings about broken aliases, and about wildcards and DNAME records that answer for names that do not
 * exist.
 */
export function nameFindings(look: Look): Finding[] {
  const { subdomains, srv } = look.data;
  const wildcards = [...(subdomains?.wildcards ?? []), ...(srv?.wildcards ?? [])];
  const levels = wildcards
    .filter(({ dname }) => dname === null)
    .filter(({ kind }) => kind === "fixed" || kind === "rotating")
    .map(({ level }) => level)
    // A wildcard also answers for the levels below it, so only the highest level is kept.
    .filter((level, _, all) => !all.some((above) => level.endsWith(`.${above}`)));
  return [
    ...(subdomains?.names ?? []).flatMap((name) => aliasFindings(look, name)),
    ...dnameFindings(look),
    ...[...new Set(levels)].map((level) =>
      findingOf("scout.wildcard", { subjects: [level], evidence: randomIds(look, level) }),
    ),
  ];
}

function aliasFindings({ ids }: Look, { name, aliases, target }: NameData): Finding[] {
  const chain = [name, ...aliases];
  const end = chain.at(-1) ?? name;
  const about = {
    subject: chain.join(" -> "),
    subjects: [...new Set(chain)],
    evidence: ids(
      ({ name: asked, type }) =>
        chain.includes(asked) ||
        (type === "NS" && target === "unregistered" && asked.includes(".") && end.endsWith(`.${asked}`)),
    ),
  };
  if (target === "unregistered") return [findingOf("scout.takeover_possible", about)];
  if (target === "missing") return [findingOf("scout.dangling_alias", about)];
  return new Set(chain).size <= aliases.length
    ? [findingOf("scout.alias_loop", { ...about, subject: name })]
    : [];
}

/** Returns findings about DNAME records at the names that were queried, or above these names. */
function dnameFindings(look: Look): Finding[] {
  const { subdomains, srv } = look.data;
  const above = [...(subdomains?.wildcards ?? []), ...(srv?.wildcards ?? [])].flatMap(({ level, dname }) =>
    dname === null ? [] : [{ ...dname, evidence: randomIds(look, level) }],
  );
  const at = (subdomains?.names ?? []).flatMap(({ name, records }) =>
    records
      .filter(({ type }) => type === "DNAME")
      .map(({ values }) => ({
        owner: name,
        target: values[0]?.replace(/\.$/, "") ?? "",
        evidence: look.ids((one) => one.name === name && one.type === "DNAME"),
      })),
  );
  const each = new Map([...at, ...above].map((one) => [`${one.owner} -> ${one.target}`, one]));
  return [...each]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([subject, { owner, target, evidence }]) =>
      findingOf("scout.dname", { subject, subjects: [owner, target], evidence }),
    );
}

/** Returns the IDs of the queries for random names below a name. */
function randomIds({ observed: { names }, ids }: Look, level: string): string[] {
  const random = new Set(
    [names.subdomains, names.srv]
      .flatMap((search) => search?.baselines ?? [])
      .filter(({ parent }) => parent === level)
      .flatMap(({ probes }) => probes.map(({ label }) => `${label}.${level}`)),
  );
  return ids(({ name }) => random.has(name), FEW);
}

/** Returns findings about services whose hosts do not exist or have no address. */
export function serviceFindings({ data: { srv }, ids }: Look): Finding[] {
  return (srv?.services ?? []).flatMap(({ name, records }) =>
    records
      .filter(({ target, targetExists }) => target !== "." && targetExists === "no")
      .map(({ target }) =>
        findingOf("scout.srv_target_missing", {
          subject: `${name} -> ${target}`,
          subjects: [name, target],
          evidence: ids(
            (one) =>
              (one.name === name && one.type === "SRV") || (one.name === target && isAddress(one.type)),
          ),
        }),
      ),
  );
}

const isAddress = (type: string) => type === "A" || type === "AAAA";

/** Returns findings about addresses that are not public. */
export function addressFindings({ data: { subdomains, records }, ids }: Look): Finding[] {
  const own = (["A", "AAAA"] as const).flatMap((type) => records?.records[type] ?? []);
  const found = (subdomains?.names ?? []).flatMap(({ name, records: all, aliases }) =>
    aliases.length > 0
      ? []
      : all
          .filter(({ type }) => isAddress(type))
          .flatMap(({ values }) => values.map((value) => ({ name, value }))),
  );
  return [...own, ...found]
    .filter(({ value }) => {
      const ip = parseIp(value);
      return ip !== null && scopeOf(ip).scope !== "public";
    })
    .map(({ name, value }) => {
      const type = value.includes(":") ? "AAAA" : "A";
      return findingOf("scout.private_address", {
        subject: `${name} (${value})`,
        subjects: [name, value],
        evidence: ids((one) => one.name === name && one.type === type && one.reason === null, FEW),
      });
    });
}
