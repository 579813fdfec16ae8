import { cell, facts, join, say } from "@dnstools/core/report/blocks";
import type { Block, Cell, Text } from "@dnstools/core/report/report";
import type { ServerData } from "../data.ts";
import { cut, listed, placesOf, reachedStatus } from "./words.ts";

/**
 * Maximum number of different server texts in the report; OFFERS_MAX is the maximum number of capabilities of each
 * server.
 */
const SAID_MAX = 3;
const OFFERS_MAX = 8;
/** Maximum number of characters of a server text; OFFER_LENGTH is the maximum for a capability. */
const SAID_LENGTH = 200;
const OFFER_LENGTH = 40;

/** Lists the texts of servers that did not establish TLS. */
export function saidBy(servers: readonly ServerData[]): Block | null {
  const silent = servers.filter(({ reachability: { status } }) => status !== "ok");
  const alike = Map.groupBy(silent, ({ reachability }) => {
    const { detail, greeting, capabilities } = reachability;
    return JSON.stringify([detail, greeting, capabilities]);
  });
  const rows = [...alike.values()].flatMap((some): (readonly [Text, Cell])[] => {
    const [first] = some;
    if (first === undefined) return [];
    const { detail, greeting, capabilities } = first.reachability;
    const texts = [
      ...(detail === "" ? [] : [cut(detail, SAID_LENGTH)]),
      ...(greeting === null || detail.includes(greeting)
        ? []
        : [say`greeting ${cut(greeting, SAID_LENGTH)}`]),
      ...(capabilities === null
        ? []
        : [capabilities.length === 0 ? "offers nothing" : join(["offers ", offers(capabilities)])]),
    ];
    return texts.length === 0
      ? []
      : [[placesOf(some, servers), cell(reachedStatus(first), join(texts, "; "))]];
  });
  return facts(rows.slice(0, SAID_MAX));
}

function offers(capabilities: readonly string[]): Text {
  return listed(
    capabilities.map((offer) => cut(offer, OFFER_LENGTH)),
    OFFERS_MAX,
  );
}
