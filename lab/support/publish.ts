import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FIX, FIX_ZONES } from "../plan/fix.ts";
import { addressOf, isWithin, serversOf } from "../plan/plan.ts";
import type { Zone } from "../plan/shapes.ts";
import { txt } from "../plan/txt.ts";
import { PUBLISHED } from "../servers/web-files.ts";
import { dig } from "./dig.ts";
import { run, runWith } from "./run.ts";

/** A record. Names have no trailing dot. */
type NewRecord = {
  readonly name: string;
  readonly type: string;
  /** The text of a TXT record; for other types the rdata as in a zone file. */
  readonly value: string;
};

const TTL = 300;

/**
 * Changes zones of lab/plan/fix.ts, each zone in one update, and removes their records from the caches of the lab's
 * resolvers.
 * @throws if a record is in none of these zones, or if a record to remove does not exist.
 */
export async function publish(change: {
  readonly add?: readonly NewRecord[];
  readonly remove?: readonly NewRecord[];
  /** Additional lines `OWNER TYPE RDATA` by zone, with owners relative to the zone and rdata as in a zone file. */
  readonly lines?: Readonly<Record<string, readonly string[]>>;
}): Promise<void> {
  const { add = [], remove = [], lines = {} } = change;
  for (const { name } of [...add, ...remove])
    if (!FIX_ZONES.some((zone) => isWithin(name, zone.name)))
      throw new Error(`${name} is in no zone that tests may change`);
  await Promise.all(
    FIX_ZONES.map(async (zone) => {
      const inside = ({ name }: NewRecord) => isWithin(name, zone.name);
      const further = lines[zone.name] ?? [];
      await update(zone, { add: add.filter(inside), remove: remove.filter(inside), further });
    }),
  );
}

type Changes = Readonly<Record<"add" | "remove", readonly NewRecord[]>> & {
  readonly further: readonly string[];
};

async function update(zone: Zone, { add, remove, further }: Changes): Promise<void> {
  if (add.length + remove.length + further.length === 0) return;
  const server = addressOf(serversOf(zone)[0]?.name ?? "");
  const questions = remove.map(({ name, type }) => `@${server} ${name}. ${type} +norecurse +tcp`);
  const answers = questions.length === 0 ? [] : await dig(questions);
  const gone = remove.map((record, i) => rdataIn(answers[i]?.answer ?? [], record));
  const lines = [
    // The owners of address records may be names that are not valid host names (RFC 952).
    "check-names no",
    `server ${server}`,
    `zone ${zone.name}`,
    ...remove.map(({ name, type }, i) => `update delete ${name}. ${type} ${gone[i]}`),
    ...add.map(({ name, type, value }) => `update add ${name}. ${TTL} ${type} ${written(type, value)}`),
    ...further.map((line) => {
      const [owner = "", ...rest] = line.split(" ");
      return `update add ${owner}.${zone.name}. ${TTL} ${rest.join(" ")}`;
    }),
    "send",
  ];
  await runWith(`${lines.join("\n")}\n`, "nsupdate");
  await forget(zone.name);
}

const isText = (type: string) => type === "TXT" || type === "SPF";
const written = (type: string, value: string) => (isText(type) ? txt(value) : value);

/**
 * Returns the rdata of a record as stored in its zone, where a TXT value may be split differently. @throws if there is
 * no such record.
 */
function rdataIn(answer: readonly string[], { name, type, value }: NewRecord): string {
  const all = answer.flatMap((line) => {
    const [, , , is, ...rdata] = line.split(" ");
    return is === type ? [rdata.join(" ")] : [];
  });
  const found = all.find((rdata) => comparable(type, rdata) === comparable(type, written(type, value)));
  if (found === undefined) throw new Error(`there is no ${name} ${type} ${value} to remove`);
  return found;
}

function comparable(type: string, rdata: string): string {
  if (isText(type)) return rdata.replaceAll('" "', "");
  return rdata.toLowerCase().replace(/\.$/, "");
}

/** Removes the records of a zone from the caches of the lab's resolvers. */
export async function forget(zone: string): Promise<void> {
  const configs = ["unbound", "recursor"].map((resolver) => join(folder(), resolver, "unbound.conf"));
  await Promise.all(configs.map((config) => run("unbound-control", "-c", config, "flush_zone", zone)));
}

/** How a file is served: as it is, as a web page, or as a redirect. */
type How = "as it is" | "as html" | "moved";

/** Makes the web server of a name below fix.com serve a file at a URL. */
export function publishFile(url: string, body: string, how: How = "as it is"): void {
  removeFile(url);
  const path = `${pathOf(url)}${{ "as it is": "", "as html": ".html", moved: ".moved" }[how]}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}

/** Removes a file that was published. */
export function removeFile(url: string): void {
  for (const ending of ["", ".html", ".moved"]) rmSync(`${pathOf(url)}${ending}`, { force: true });
}

function pathOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  if (!isWithin(hostname, FIX)) throw new Error(`${hostname} is not below ${FIX}`);
  return join(folder(), PUBLISHED, hostname, pathname);
}

function folder(): string {
  const path = process.env["LAB_RUN"];
  if (path === undefined) throw new Error("only in the lab: run bin/test, or lab/up CMD");
  return path;
}
