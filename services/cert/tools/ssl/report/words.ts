import { cell, codeWord, join, outside, say } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Status, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServerData } from "../data.ts";
import type { FINDINGS } from "../findings.ts";

/** How bad each status is, the worst first. */
const WORST: readonly Status[] = ["fail", "unknown", "warning", "pass", "none"];

/** The worst of some statuses; `none` for none. */
export function worstOf(statuses: readonly Status[]): Status {
  return WORST.find((status) => statuses.includes(status)) ?? "none";
}

/** Things by how they are, the worst first. */
export function worstFirst<Thing>(
  things: readonly Thing[],
  statusOf: (one: Thing) => Status,
): readonly Thing[] {
  return things.toSorted((a, b) => WORST.indexOf(statusOf(a)) - WORST.indexOf(statusOf(b)));
}

const REACHED: Readonly<Record<ServerData["reachability"]["status"], Status>> = {
  ok: "pass",
  no_starttls: "fail",
  failed: "fail",
  unknown: "unknown",
};

/** Whether TLS came about. A server that no record names, and that is not there, is neither good nor bad. */
export function reachedStatus({ source, reachability }: ServerData): Status {
  const { status, stage } = reachability;
  return source === "guess" && (stage === "none" || stage === "connect") ? "none" : REACHED[status];
}

/** A word of the JSON as words, such as `host_mismatch`. */
export function words(word: string): string {
  return codeWord(word).replaceAll("_", " ");
}

/** A verdict as a mark; with its reason where it is not a pass. */
export function verdictCell({ status, reason }: Verdict): Cell {
  return cell(status, status === "pass" || reason === null ? "" : words(reason));
}

/** Servers by their hosts; by their addresses where others of the host are not among them. */
export function placesOf(some: readonly ServerData[], all: readonly ServerData[]): Text {
  const hosts = Map.groupBy(some, ({ host }) => host);
  const isOne = new Set(all.map(({ host }) => host)).size === 1;
  const places = [...hosts].flatMap(([host, servers]): readonly Text[] => {
    const whole = all.filter((one) => one.host === host).length === servers.length;
    const addresses = servers.flatMap(({ address }) => (address === null ? [] : [address]));
    const name = hostText(host);
    if (whole || addresses.length === 0) return [name];
    return addresses.map((address) => (isOne ? outside(address) : say`${name} (${address})`));
  });
  return listed(places, 3);
}

/** Characters of a host's name that are shown; few have more. */
const HOST_MAX = 48;

export function hostText(host: string): Text {
  return cut(host, HOST_MAX);
}

/** Texts with commas between, the first `max` of them, and how many more there are. */
export function listed(texts: readonly Text[], max: number, total = texts.length): Text {
  const shown = texts.slice(0, max);
  const more = total - shown.length;
  return join([join(shown, ", "), more > 0 ? ` and ${more} more` : ""]);
}

/** Text from outside, cut where it is longer than what is usual. */
export function cut(text: string, max: number): Text {
  return text.length > max ? join([outside(text.slice(0, max)), "..."]) : outside(text);
}

/** Texts with a dot between; those that are null are left out. */
export function dotted(texts: readonly (Text | null)[]): Text {
  return join(
    texts.filter((text) => text !== null),
    " · ",
  );
}

/** Whether a finding is about a server: its host, and its address where the finding names addresses. */
export function isAbout({ subjects }: Finding, { host, address }: ServerData): boolean {
  const [first, ...addresses] = subjects;
  return first === host && (addresses.length === 0 || addresses.includes(address ?? ""));
}

/** How bad findings of these codes make any of some servers; `none` without one. */
export function foundStatus(
  findings: readonly Finding[],
  servers: readonly ServerData[],
  ...codes: readonly (keyof typeof FINDINGS)[]
): Status {
  const about = findings.filter(
    (found) => codes.some((one) => one === found.code) && servers.some((server) => isAbout(found, server)),
  );
  return worstOf(about.map(({ severity }) => SEVERITY_STATUS[severity]));
}
