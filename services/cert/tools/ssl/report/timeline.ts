import { join } from "@dnstools/core/report/blocks";
import type { Block, Moment, Status } from "@dnstools/core/report/report";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServerData, SslData } from "../data.ts";
import { type Certificates, nameOf } from "./certificates.ts";
import { placesOf, worstOf } from "./words.ts";

/**
 * Maximum number of expiry dates in the timeline; BEGINS_MAX is the maximum number of certificates whose start dates
 * are shown.
 */
const ENDS_MAX = 8;
const BEGINS_MAX = 1;

/** A certificate of a server or an authority, with the status of its start and expiry dates. */
type Span = {
  readonly sha256: string;
  readonly begins: Status;
  readonly ends: Status;
  /** The server that owns the certificate; null for an authority's certificate. */
  readonly server: ServerData | null;
  /** True if the server sends the certificate only to clients that support no key type other than RSA. */
  readonly second: boolean;
};

/**
 * Builds a timeline of the start and expiry dates of all certificates below the trust anchor, with the time of
 * the check; null if no certificate was seen.
 */
export function timelineOf({ servers, summary }: SslData, certificates: Certificates): Block | null {
  const spans = Map.groupBy(servers.flatMap(spansOf), ({ sha256 }) => sha256);
  const leaves = [...spans.values()].filter((some) => some.some(({ server }) => server !== null));
  const looked = servers.find(({ tls }) => tls !== null)?.observedAt;
  if (spans.size === 0 || looked === undefined) return null;
  const titleOf = (sha256: string) => JSON.stringify(nameOf(sha256, certificates));
  const moments = [...spans].flatMap(([sha256, some]): readonly (Moment & { readonly isEnd: boolean })[] => {
    const one = certificates.get(sha256);
    if (one === undefined) return [];
    const own = some.flatMap(({ server }) => (server === null ? [] : [server]));
    const title = nameOf(sha256, certificates);
    // An old and a new certificate may have the same title.
    const isAlike = [...spans.keys()].some((other) => other !== sha256 && titleOf(other) === titleOf(sha256));
    const where = some.some(({ second }) => second) ? [" (RSA)"] : [" at ", placesOf(own, servers)];
    const name = join([title, ...(own.length > 0 && isAlike ? where : [])]);
    const begins = worstOf(some.map((span) => span.begins));
    const first = sha256 === summary.expiry?.sha256 ? " first" : "";
    // Dates in the past are described in the past tense.
    const verb = (at: string, past: string, to: string) => (at < looked ? past : to);
    const isShown = begins !== "none" || (own.length > 0 && leaves.length <= BEGINS_MAX);
    return [
      ...(isShown
        ? [
            {
              at: one.notBefore,
              text: join([name, verb(one.notBefore, " became valid", " becomes valid")]),
              status: begins,
              isEnd: false,
            },
          ]
        : []),
      {
        at: one.notAfter,
        text: join([name, verb(one.notAfter, " expired", " expires"), first]),
        status: worstOf(some.map(({ ends }) => ends)),
        isEnd: true,
      },
    ];
  });
  const ends = moments.filter(({ isEnd }) => isEnd).toSorted((a, b) => a.at.localeCompare(b.at));
  return {
    kind: "timeline",
    moments: [
      ...moments
        .filter(({ isEnd }) => !isEnd)
        .slice(0, ENDS_MAX)
        .map(momentOf),
      { at: looked, text: "observed", status: "none" as const, isNow: true as const },
      ...ends.slice(0, ENDS_MAX).map(momentOf),
    ],
  };
}

function momentOf({ at, text, status }: Moment): Moment {
  return { at, text, status };
}

function spansOf(server: ServerData): readonly Span[] {
  const { chain, path, withAia, verdicts, more } = server;
  const own = (sha256: string | null, { status, reason }: Verdict, second: boolean): readonly Span[] => {
    if (sha256 === null) return [];
    const early = reason === "not_yet_valid";
    return [{ sha256, begins: early ? status : "none", ends: early ? "none" : status, server, second }];
  };
  const rsa = more?.rsa ?? null;
  const above = (withAia?.path ?? path ?? []).slice(1).filter(({ from }) => from !== "store");
  return [
    ...own(chain?.[0]?.sha256 ?? null, verdicts.validity, false),
    ...(rsa?.verdicts ? own(rsa.certificate, rsa.verdicts.validity, true) : []),
    ...above.map(({ sha256, problems }): Span => {
      const has = (problem: string) => problems.some(({ code }) => code === problem);
      return {
        sha256,
        begins: has("not_yet_valid") ? "fail" : "none",
        ends: has("expired") ? "fail" : "none",
        server: null,
        second: false,
      };
    }),
  ];
}
