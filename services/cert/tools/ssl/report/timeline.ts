import { join } from "@dnstools/core/report/blocks";
import type { Block, Moment, Status } from "@dnstools/core/report/report";
import type { SslData } from "../data.ts";
import { type Certificates, nameOf } from "./certificates.ts";
import { worstOf } from "./words.ts";

/** Moments that are shown. */
const MOMENTS_MAX = 8;

/** When the certificates begin and end, beside the moment of the look; null where none was seen. */
export function timelineOf(data: SslData, certificates: Certificates): Block | null {
  const { servers, summary } = data;
  const ends = new Map<string, Status[]>();
  const begins = new Map<string, Status[]>();
  const add = (to: Map<string, Status[]>, sha256: string, status: Status) =>
    to.set(sha256, [...(to.get(sha256) ?? []), status]);
  const addOwn = (sha256: string, { status, reason }: { status: Status; reason: string | null }) => {
    const early = reason === "not_yet_valid";
    add(begins, sha256, early ? status : "none");
    add(ends, sha256, early ? "none" : status);
  };
  for (const { chain, path, withAia, verdicts, more } of servers) {
    const leaf = chain?.[0]?.sha256 ?? null;
    if (leaf !== null) addOwn(leaf, verdicts.validity);
    const second = more?.rsa?.certificate ?? null;
    if (second !== null && more?.rsa?.verdicts) addOwn(second, more.rsa.verdicts.validity);
    for (const { sha256, problems } of (withAia?.path ?? path ?? []).slice(1)) {
      const codes = problems.map(({ code }) => code);
      add(ends, sha256, codes.includes("expired") ? "fail" : "none");
      if (codes.includes("not_yet_valid")) add(begins, sha256, "fail");
    }
  }
  const moments = (of: Map<string, Status[]>, what: "begins" | "ends"): readonly Moment[] =>
    [...of].flatMap(([sha256, statuses]) => {
      const one = certificates.get(sha256);
      if (one === undefined) return [];
      const first = what === "ends" && sha256 === summary.expiry?.sha256;
      const text = join([nameOf(sha256, certificates), ` ${what}${first ? ", the first to end" : ""}`]);
      const at = what === "ends" ? one.notAfter : one.notBefore;
      return [{ at, text, status: worstOf(statuses) }];
    });
  const looked = servers[0]?.observedAt;
  if (ends.size === 0 || looked === undefined) return null;
  const all = moments(ends, "ends").toSorted((a, b) => a.at.localeCompare(b.at));
  const early = moments(begins, "begins").filter(({ status }) => begins.size <= 2 || status !== "none");
  return {
    kind: "timeline",
    moments: [
      ...early,
      { at: looked, text: "this look", status: "none" as const },
      ...all.slice(0, MOMENTS_MAX),
    ],
  };
}
