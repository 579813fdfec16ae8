import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Section, Status } from "@dnstools/core/report/report";
import { groupsOf } from "../../report-parts.ts";
import type { PropagationData } from "../data.ts";
import { type ComparedType, TYPES } from "../observations.ts";
import { valuesText } from "./values.ts";

/** Maximum number of rows that are shown; NAMES_MAX is the maximum number of servers in a row. */
const ROWS_MAX = 12;
const NAMES_MAX = 3;

type ServerData = PropagationData["authoritative"]["servers"][number];
type ServerAnswer = ServerData["results"]["A"];
type Given = {
  readonly type: ComparedType;
  readonly answer: ServerAnswer;
  readonly servers: readonly ServerData[];
};

/** Builds the section on the answers of the zone's name servers. Servers with the same answer share a row. */
export function zoneServersSection({ data, findings }: Answer<PropagationData>): Section {
  const { agree, zone, serials, servers, values } = data.authoritative;
  const contradicted = findings
    .filter(({ code }) => code === "propagation.authoritative_disagree")
    .flatMap(({ subjects }) => subjects);
  const outOfZone = TYPES.some((type) => values[type].source === "resolver");
  return {
    heading: servers.length === 1 ? "What does the zone's server have?" : "Do the zone's servers agree?",
    status: agreementStatus(agree, servers.length),
    blocks: blocks([
      table(
        ["Type", "The zone has", "TTL", "At"],
        rowsOf(servers).map((group) => rowOf(group, servers, contradicted)),
        ROWS_MAX,
      ),
      outOfZone
        ? note(
            "Aliases point outside the zone, and the values at their targets come from this API's own resolver.",
          )
        : null,
      facts([
        ["Servers", servers.length === 0 ? notFound(values.A.reason) : null],
        [
          "Zone",
          zone === null ? null : join([outside(zone), serials.length === 1 ? `, serial ${serials[0]}` : ""]),
        ],
      ]),
    ]),
  };
}

/** Returns the status of the section's heading. A single server cannot contradict another one. */
function agreementStatus(agree: boolean | null, servers: number): Status {
  if (agree === null) return servers === 1 ? "none" : "unknown";
  return agree ? "pass" : "fail";
}

function note(text: string): Block {
  return { kind: "note", text };
}

/**
 * Groups the servers by their answer for each type. Types for which the same servers have equal answers share a row.
 */
function rowsOf(servers: readonly ServerData[]): readonly (readonly Given[])[] {
  const given = TYPES.flatMap((type) =>
    groupsOf(servers, ({ results }) => withoutTtl(results[type])).flatMap((group): Given[] => {
      const [first] = group;
      return first === undefined ? [] : [{ type, answer: first.results[type], servers: group }];
    }),
  );
  return groupsOf(given, ({ answer, servers: at }) => [withoutTtl(answer), at.map(({ address }) => address)]);
}

function withoutTtl({ status, reason, values, alias }: ServerAnswer): unknown {
  return [status, reason, values, alias];
}

function rowOf(
  group: readonly Given[],
  all: readonly ServerData[],
  contradicted: readonly string[],
): readonly Cell[] {
  const [first] = group;
  if (first === undefined) return [];
  const { type, answer, servers } = first;
  const types = group.map((one) => one.type);
  const ttls = new Set(types.flatMap((one) => servers.flatMap(({ results }) => results[one].ttl ?? [])));
  const isContradicted = types.some((one) => contradicted.includes(one));
  return [
    types.join(", "),
    answerCell(type, answer, isContradicted),
    [...ttls].join(", "),
    servers.length === all.length && all.length > 1
      ? `all servers (${all.length} addresses)`
      : list(
          servers.map(({ name, address }) => say`${name} (${address})`),
          NAMES_MAX,
        ),
  ];
}

function answerCell(type: ComparedType, answer: ServerAnswer, isContradicted: boolean): Cell {
  if (answer.status === "unknown") return notFound(answer.reason);
  const text = answer.status === "nxdomain" ? "the name does not exist" : valuesText(type, answer);
  return isContradicted ? cell("fail", text) : text;
}
