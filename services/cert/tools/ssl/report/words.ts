import { cell, codeWord, join, outside, say } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Status, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServerData } from "../data.ts";
import type { FINDINGS } from "../findings.ts";

/** Statuses by severity, the worst first. */
const WORST: readonly Status[] = ["fail", "unknown", "warning", "pass", "none"];

/** Returns the worst of the given statuses; `none` for an empty list. */
export function worstOf(statuses: readonly Status[]): Status {
  return WORST.find((status) => statuses.includes(status)) ?? "none";
}

/** Sorts items by their status, the worst first. */
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

/** Returns the status of a server's reachability. A guessed server that does not exist is neither good nor bad. */
export function reachedStatus({ source, reachability }: ServerData): Status {
  const { status, stage } = reachability;
  return source === "guess" && (stage === "none" || stage === "connect") ? "none" : REACHED[status];
}

/** Turns a JSON code such as `host_mismatch` into words. */
export function words(word: string): string {
  return codeWord(word).replaceAll("_", " ");
}

/** Shows a verdict as a mark, with its reason if it does not pass. */
export function verdictCell({ status, reason }: Verdict): Cell {
  return cell(status, status === "pass" || reason === null ? "" : words(reason));
}

/** Lists servers by host, with their addresses if the host has other addresses as well. */
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

/** Maximum number of characters of a host name in the report; few host names are longer. */
const HOST_MAX = 48;

/** Shows a host name, cut at HOST_MAX characters. */
export function hostText(host: string): Text {
  return cut(host, HOST_MAX);
}

/** Joins the first `max` strings with commas, and adds the number of the remaining ones. */
export function listed(texts: readonly Text[], max: number, total = texts.length): Text {
  const shown = texts.slice(0, max);
  const more = total - shown.length;
  return join([join(shown, ", "), more > 0 ? ` and ${more} more` : ""]);
}

/** Marks a string as coming from outside this API, and cuts it at `max` characters. */
export function cut(text: string, max: number): Text {
  return text.length > max ? join([outside(text.slice(0, max)), "..."]) : outside(text);
}

/** Joins strings with a dot between them; null values are left out. */
export function dotted(texts: readonly (Text | null)[]): Text {
  return join(
    texts.filter((text) => text !== null),
    " · ",
  );
}

/**
 * Returns true if a finding is about a server: it names the server's host and, if it names addresses, also the
 * server's address.
 */
export function isAbout({ subjects }: Finding, { host, address }: ServerData): boolean {
  const [first, ...addresses] = subjects;
  return first === host && (addresses.length === 0 || addresses.includes(address ?? ""));
}

/** Returns the worst status of findings with these codes about these servers; `none` if there is none. */
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
