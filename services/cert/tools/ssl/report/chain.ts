import { blocks, cell, facts, join, outside, say, tree } from "@dnstools/core/report/blocks";
import type { Block, Branch, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { ServerData, SslData } from "../data.ts";
import { byDigest, type Certificates, nameOf } from "./certificates.ts";
import { pathBranch } from "./path.ts";
import { timelineOf } from "./timeline.ts";
import { cut, dotted, placesOf, words, worstFirst, worstOf } from "./words.ts";

/**
 * Maximum number of different chains; BRANCHES_MAX is the maximum number of branches in total, and SENT_MAX of sent
 * certificates of one chain.
 */
const CHAINS_MAX = 6;
const BRANCHES_MAX = 16;
const SENT_MAX = 8;
const FETCHED_MAX = 3;
const URL_MAX = 100;

/** Builds the report section with the chains as a client builds them, the missing certificates and the expiry dates. */
export function chainSection(data: SslData): Section {
  const certificates = byDigest(data);
  const shown = data.servers.filter(({ path }) => path !== null);
  const groups = worstFirst([...Map.groupBy(shown, keyOf).values()], (servers) =>
    worstOf(servers.map(statusOf)),
  ).slice(0, CHAINS_MAX);
  const by = (servers: readonly ServerData[]) =>
    groups.length === 1 ? null : placesOf(servers, data.servers);
  const paths = groups.flatMap((servers) => pathBranch(servers, certificates, by(servers)));
  const sent = groups.flatMap((servers) => sentBranch(servers, certificates, by(servers)));
  const { source, date } = data.trustStore;
  return {
    heading: "Which certificate is missing or expires first?",
    status: worstOf(shown.map(statusOf)),
    blocks: blocks([
      cutNote(shown),
      tree([...merged(paths), ...sent], BRANCHES_MAX),
      fetchedFacts(groups),
      timelineOf(data, certificates),
      shown.length === 0
        ? null
        : { kind: "note", text: say`Trust store: ${source}${date === null ? "" : say` of ${date}`}.` },
    ]),
  };
}

function statusOf({ verdicts, more }: ServerData): Status {
  const { validity, trust, chain } = verdicts;
  const second = more?.rsa?.verdicts?.validity.status ?? "none";
  return worstOf([validity.status, trust.status, chain.status, second]);
}

/** Returns a key that is equal for servers with the same chain and verdicts. */
function keyOf({ chain, path, withAia, verdicts }: ServerData): string {
  const { validity, trust, chain: order } = verdicts;
  return JSON.stringify([chain, path, withAia?.path, validity.status, trust.status, order]);
}

/** Returns a note if a path may be longer than shown; null if the path is complete. */
function cutNote(servers: readonly ServerData[]): Block | null {
  const { trust } = servers.find(({ verdicts }) => verdicts.trust.reason === "too_large")?.verdicts ?? {};
  return trust === undefined ? null : { kind: "verdict", status: trust.status, text: outside(trust.detail) };
}

/** Merges equal branches and all branches below them. */
function merged(branches: readonly Branch[]): readonly Branch[] {
  const alike = Map.groupBy(branches, ({ text, status }) => JSON.stringify([text, status]));
  return [...alike.values()].flatMap((some) => {
    const [first] = some;
    return first === undefined
      ? []
      : [{ ...first, children: merged(some.flatMap(({ children }) => children)) }];
  });
}

/**
 * Returns a branch with the certificates in the order in which they were sent; no branch if this order equals the
 * path.
 */
function sentBranch(
  [server]: readonly ServerData[],
  certificates: Certificates,
  by: Text | null,
): readonly Branch[] {
  if (server === undefined || server.chain === null) return [];
  const { chain, chainTotal, path, verdicts } = server;
  const used = (path ?? []).filter(({ from }) => from === "sent").map(({ sha256 }) => sha256);
  if (chain.map(({ sha256 }) => sha256).join() === used.join()) return [];
  const total = chainTotal ?? chain.length;
  const cut = total > SENT_MAX ? ` (the first ${SENT_MAX} of ${total})` : "";
  const { status } = verdicts.chain;
  return [
    {
      text: join(["Sent in this order", cut, ...(by === null ? [] : [" by ", by])]),
      status,
      children: chain.slice(0, SENT_MAX).map(({ role, sha256 }) => ({
        text: dotted([nameOf(sha256, certificates), role]),
        status: NEEDLESS.includes(role) && status !== "pass" ? status : "none",
        children: [],
      })),
    },
  ];
}

const NEEDLESS: readonly string[] = ["duplicate", "unrelated", "unreadable"];

/** Lists where a missing issuer was searched for, with the result. */
function fetchedFacts(groups: readonly (readonly ServerData[])[]): Block | null {
  const all = groups.flatMap(([server]) => server?.withAia?.fetched ?? []);
  const urls = [...new Map(all.map((one) => [one.url, one])).values()];
  return facts(
    urls
      .slice(0, FETCHED_MAX)
      .map(({ url, status, certificates, reason }): readonly [Text, Cell] => [
        "Fetched (AIA)",
        cell(
          reason === null ? "none" : "unknown",
          dotted([
            cut(url, URL_MAX),
            reason === null ? null : words(reason),
            status === null ? null : `HTTP ${status}`,
            certificates === null ? null : `${certificates} certificate${certificates === 1 ? "" : "s"}`,
          ]),
        ),
      ]),
  );
}
