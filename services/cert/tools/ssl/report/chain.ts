import { blocks, cell, facts, join, outside, say, tree } from "@dnstools/core/report/blocks";
import type { Block, Branch, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { Link } from "../data/certificate.ts";
import type { ServerData, SslData } from "../data.ts";
import { byDigest, type Certificates, nameOf } from "./certificates.ts";
import { timelineOf } from "./timeline.ts";
import { dotted, placesOf, words, worstFirst, worstOf } from "./words.ts";

/** Different chains that are drawn; most answers have one. */
const CHAINS_MAX = 2;
const BRANCHES_MAX = 24;
const FETCHED_MAX = 4;

/** The certificates as a client puts them together, those that are missing marked, and when each ends. */
export function chainSection(data: SslData): Section {
  const certificates = byDigest(data);
  const shown = data.servers.filter(({ path }) => path !== null);
  const groups = worstFirst([...Map.groupBy(shown, keyOf).values()], (servers) =>
    worstOf(servers.map(statusOf)),
  );
  const drawn = groups.slice(0, CHAINS_MAX);
  const branches = drawn.flatMap((servers) => {
    const [server] = servers;
    if (server === undefined) return [];
    const path = pathBranch(server, certificates);
    const sent = sentBranch(server, certificates);
    const both = [...(path === null ? [] : [path]), ...(sent === null ? [] : [sent])];
    if (groups.length === 1) return both;
    return [{ text: placesOf(servers, data.servers), status: "none" as const, children: both }];
  });
  const { source, date } = data.trustStore;
  return {
    heading: "Which certificate is missing or ends first?",
    status: worstOf(shown.map(statusOf)),
    blocks: blocks([
      tree(branches, BRANCHES_MAX),
      groups.length > drawn.length
        ? { kind: "note", text: `${groups.length - drawn.length} more chains in the JSON.` }
        : null,
      fetchedFacts(drawn),
      timelineOf(data, certificates),
      shown.length === 0
        ? null
        : { kind: "note", text: say`Trust store: ${source}${date === null ? "" : join([" of ", date])}.` },
    ]),
  };
}

function statusOf({ verdicts, more }: ServerData): Status {
  const { validity, trust, chain } = verdicts;
  const second = Object.values(more?.rsa?.verdicts ?? {});
  return worstOf([validity, trust, chain, ...second].map(({ status }) => status));
}

/** Servers that are alike here have the same. */
function keyOf({ chain, path, withAia, verdicts, more }: ServerData): string {
  const { validity, trust, chain: order } = verdicts;
  const second = more?.rsa?.certificate ?? null;
  return JSON.stringify([chain, path, withAia?.path, validity.status, trust, order, second]);
}

/** The path from its end down to the server's certificate: each hangs on the one that signed it. */
function pathBranch(server: ServerData, certificates: Certificates): Branch | null {
  const links = server.withAia?.path ?? server.path ?? [];
  const below = links.reduce<readonly Branch[]>((children, link, at) => {
    const { status, text } = linkText(link, at === 0, links.at(-1) === link, server, certificates);
    return [{ text, status, children }];
  }, []);
  const top = certificates.get(links.at(-1)?.sha256 ?? "");
  const issuer = isOpen(links, certificates) ? top?.issuer : undefined;
  const [branch = null] = below;
  if (issuer === undefined) return branch;
  const missing = dotted([
    outside(issuer === "" ? "(no name)" : issuer),
    "not sent, not in the trust store",
    server.withAia === null ? null : "not found by AIA",
  ]);
  return { text: missing, status: server.verdicts.trust.status, children: below };
}

/** Whether a path ends at a certificate whose issuer was not found. */
function isOpen(links: readonly Link[], certificates: Certificates): boolean {
  const last = links.at(-1);
  const top = certificates.get(last?.sha256 ?? "");
  return last !== undefined && top !== undefined && last.from !== "store" && top.subject !== top.issuer;
}

const FROM = { sent: "sent", store: "trust store", aia: "not sent; found by AIA" } as const;
/** Problems that say what could not be checked. */
const UNCHECKED: readonly string[] = ["signature_unknown", "signatures_unchecked", "constraints_unchecked"];
const OWN_DATES: readonly string[] = ["expired", "not_yet_valid"];

/** A certificate on the path, with where it was had from and what is wrong with it. */
function linkText(
  { sha256, from, problems }: Link,
  isLeaf: boolean,
  isLast: boolean,
  { verdicts, withAia }: ServerData,
  certificates: Certificates,
): { readonly status: Status; readonly text: Text } {
  const { validity, trust, chain } = verdicts;
  const one = certificates.get(sha256);
  const selfSigned = from !== "store" && one !== undefined && one.subject === one.issuer;
  const isWeak = from !== "store" && !selfSigned && (one?.signature.weak === true || one?.key.weak === true);
  const own = problems.filter(({ code }) => !isLeaf || !OWN_DATES.includes(code));
  const status = worstOf([
    ...own.map(({ code }) => (UNCHECKED.includes(code) ? "unknown" : "fail") as Status),
    ...(isLeaf ? [validity.status] : []),
    ...(from === "aia" && !(isLast && selfSigned) ? [chain.status] : []),
    ...(selfSigned ? [withAia?.status ?? trust.status] : []),
    ...(isWeak ? [trust.status] : []),
    ...(trust.status === "pass" || trust.status === "warning" ? (["pass"] as const) : []),
  ]);
  const text = dotted([
    nameOf(sha256, certificates),
    FROM[from],
    selfSigned ? "signed by itself, not in the trust store" : null,
    isWeak && one.signature.weak ? say`weak signature (${one.signature.algorithm})` : null,
    isWeak && one.key.weak ? say`weak key (${one.key.algorithm}, ${one.key.bits ?? "?"} bits)` : null,
    isLeaf && OWN_DATES.includes(validity.reason ?? "") ? words(validity.reason ?? "") : null,
    ...own.map(({ message }) => outside(message)),
  ]);
  return { status, text };
}

/** What was sent, in its order; null where the path shows just that. */
function sentBranch(
  { chain, chainTotal, path, verdicts }: ServerData,
  certificates: Certificates,
): Branch | null {
  if (chain === null) return null;
  const used = (path ?? []).filter(({ from }) => from === "sent").map(({ sha256 }) => sha256);
  if (chain.map(({ sha256 }) => sha256).join() === used.join()) return null;
  const more = (chainTotal ?? chain.length) - chain.length;
  return {
    text: join(["Sent in this order", more > 0 ? `, and ${more} more` : ""]),
    status: verdicts.chain.status,
    children: chain.slice(0, 8).map(({ role, sha256 }) => ({
      text: dotted([role, nameOf(sha256, certificates)]),
      status: "none",
      children: [],
    })),
  };
}

/** What fetching a missing issuer came to, where it did not lead on. */
function fetchedFacts(groups: readonly (readonly ServerData[])[]): Block | null {
  const open = groups.flatMap(([server]) =>
    server?.withAia?.status === "pass" ? [] : (server?.withAia?.fetched ?? []),
  );
  const urls = [...new Map(open.map((one) => [one.url, one])).values()];
  return facts(
    urls
      .slice(0, FETCHED_MAX)
      .map(({ url, status, certificates, reason }): readonly [Text, Cell] => [
        "Asked for it (AIA)",
        cell(
          reason === null ? "none" : "unknown",
          dotted([
            outside(url),
            reason === null ? null : words(reason),
            status === null ? null : `HTTP ${status}`,
            certificates === null ? null : `${certificates} certificates`,
          ]),
        ),
      ]),
  );
}
