import {
  type Certificate,
  hasBrokenKey,
  hasWeakKey,
  hasWeakSignature,
  isSelfSigned,
  titleOf,
} from "@dnstools/core/protocol/x509/certificate";
import {
  buildPaths,
  PATH_PROBLEMS,
  type Path,
  type PathProblem,
  same,
  sameHolder,
  UNSURE,
} from "@dnstools/core/protocol/x509/path";
import { isOfOwnNetwork } from "@dnstools/core/tool/environment";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { Link, ROLES } from "../data/certificate.ts";
import type { ServerData } from "../data.ts";
import type { AiaObservation } from "../observations.ts";

/** A parsed trust anchor. */
export type TrustAnchor = { readonly certificate: Certificate; readonly of: "web" | "own" };

/** The parsed certificates that a server sent; null for a certificate that cannot be parsed. */
export type SentChain = {
  readonly leaf: Certificate;
  readonly all: readonly (Certificate | null)[];
  readonly total: number;
};

/** The data against which a chain is judged. */
export type ChainContext = {
  readonly anchors: readonly TrustAnchor[];
  readonly aia: readonly AiaObservation[];
  /** Certificates in the files of `aia`. */
  readonly fetched: readonly Certificate[];
  /** Time of the check, in seconds since 1970. */
  readonly at: number;
};

type Role = (typeof ROLES)[number];
type Weak = "weak_signature" | "broken_key" | "weak_key";

/** Verdicts on a chain, with the data for findings. */
export type ChainJudged = {
  readonly trust: Verdict;
  readonly chain: Verdict;
  readonly sent: NonNullable<ServerData["chain"]>;
  readonly path: Link[];
  /** Every certificate that the other fields refer to. */
  readonly named: readonly Certificate[];
  readonly withAia: ServerData["withAia"];
  /** The certificates above the server's own certificate on the path. */
  readonly linked: readonly Certificate[];
  readonly faults: readonly Fault[];
  readonly rootSent: boolean;
  /** Problems along the path, without those of the server's own validity dates. */
  readonly problems: readonly PathProblem[];
  readonly weak: readonly Weak[];
  /** True if the path ends at a public authority, so that the rules for public certificates apply. */
  readonly public: boolean;
};

/** Judges the certificates that a server sent, using the trust anchors. */
export function judgeChain(sent: SentChain, context: ChainContext): ChainJudged {
  const { anchors, fetched, at } = context;
  const roots = anchors.map(({ certificate }) => certificate);
  const others = sent.all.slice(1).filter((one) => one !== null);
  const paths = buildPaths(sent.leaf, others, roots, at);
  const first = paths[0] as Path;
  // The missing issuer may be among the sent certificates that were not kept.
  const cut = sent.total > sent.all.length && first.end === "issuer_missing";
  const best: Path = cut ? { ...first, end: "given_up" } : first;
  const more =
    best.end === "issuer_missing"
      ? (buildPaths(sent.leaf, [...others, ...fetched], roots, at)[0] as Path)
      : null;
  const roles = sent.all.map((one, i) => roleOf(one, i, sent, paths));
  const faults = faultsOf(best, sent, roles);
  const top = best.links.at(-1)?.certificate;
  return {
    trust: unfetched(best, context.aia) ?? trustOf(best),
    chain: chainVerdict(best, more, faults),
    sent: sent.all.map((one, i) => ({
      role: roles[i] as Role,
      sha256: one?.fingerprintSha256 ?? null,
    })),
    named: [
      ...sent.all,
      ...[best, more].flatMap((path) => path?.links.map(({ certificate }) => certificate) ?? []),
    ].filter((one) => one !== null),
    path: pathData(best, sent.all, roots),
    withAia: aiaData(more, context.aia, more === null ? null : pathData(more, sent.all, roots)),
    linked: best.links.slice(1).map(({ certificate }) => certificate),
    faults,
    rootSent: roles.includes("root"),
    problems: problemsOf(best),
    weak: weakOf(best),
    public: anchors.some(
      (anchor) => top !== undefined && same(anchor.certificate, top) && anchor.of === "web",
    ),
  };
}

const OWN_DATES: readonly PathProblem[] = ["expired", "not_yet_valid"];

/** Returns the problems along a path. The dates of the server's own certificate have their own verdict. */
function problemsOf({ links }: Path): readonly PathProblem[] {
  return links.flatMap(({ problems }, i) =>
    problems.map(({ code }) => code).filter((code) => i > 0 || !OWN_DATES.includes(code)),
  );
}

/** Returns weak keys and signatures on a path. A trust anchor's own signature is not used, so it may be weak. */
function weakOf({ links, end }: Path): readonly Weak[] {
  const below = end === "anchor" ? links.slice(0, -1) : links;
  return [
    ...(below.some(({ certificate }) => hasWeakSignature(certificate) && !isSelfSigned(certificate))
      ? (["weak_signature"] as const)
      : []),
    ...(below.some(({ certificate }) => hasBrokenKey(certificate))
      ? (["broken_key"] as const)
      : below.some(({ certificate }) => hasWeakKey(certificate))
        ? (["weak_key"] as const)
        : []),
  ];
}

/** Explanations of weak keys and signatures. Source: Chrome, Firefox, Safari and OpenSSL as released in 2025. */
const WEAK_TEXTS = {
  weak_signature: "One of its signatures uses MD5 or SHA-1, which current clients refuse.",
  weak_key:
    "One of its RSA keys is shorter than 2048 bits: Apple's clients refuse it, and so does OpenSSL from security level 2, its default since 3.2.",
  broken_key: "One of its keys is so short that it can be broken, and current clients refuse it.",
} as const;

/** Returns the verdict if the issuer is missing because this host could not fetch it, otherwise null. */
function unfetched({ end }: Path, aia: readonly AiaObservation[]): Verdict | null {
  const [reason] = aia.flatMap(({ outcome }) =>
    outcome.kind === "unknown" && isOfOwnNetwork(outcome.reason) ? [outcome.reason] : [],
  );
  if (end !== "issuer_missing" || reason === undefined) return null;
  return { status: "unknown", reason, detail: "The issuer was not sent, and this API could not fetch it." };
}

function trustOf(path: Path): Verdict {
  const { links, end } = path;
  const top = links.at(-1)?.certificate;
  const name = top === undefined ? "" : titleOf(top);
  const fail = (reason: string, detail: string): Verdict => ({ status: "fail", reason, detail });
  if (end === "given_up")
    return {
      status: "unknown",
      reason: "too_large",
      detail: "The chain has more certificates than this API checks.",
    };
  if (end === "issuer_missing")
    return fail("issuer_not_found", `The issuer of ${name} was not sent and is not in the trust store.`);
  if (end === "self_signed" && links.length === 1)
    return fail("self_signed", "The certificate is self-signed and not in the trust store.");
  if (end === "self_signed") return fail("unknown_ca", `${name} is not in the trust store.`);
  const problems = problemsOf(path);
  const first = problems.find((code) => !UNSURE.includes(code)) ?? problems[0];
  const [weak] = weakOf(path);
  // A weakness that clients refuse in any case takes precedence over a part that could not be checked.
  if ((first === undefined || UNSURE.includes(first)) && weak !== undefined && weak !== "weak_key")
    return fail(weak, `The chain ends at ${name}. ${WEAK_TEXTS[weak]}`);
  if (first !== undefined && UNSURE.includes(first))
    return { status: "unknown", reason: first, detail: tellAll(path) };
  if (first !== undefined) return fail(first, `The path to ${name} is broken. ${tellAll(path)}`);
  if (weak !== undefined)
    return { status: "warning", reason: weak, detail: `The chain ends at ${name}. ${WEAK_TEXTS[weak]}` };
  return { status: "pass", reason: null, detail: `The chain ends at ${name}.` };
}

/** Describes every problem of every certificate on the path. */
function tellAll({ links }: Path): string {
  return links
    .flatMap(({ certificate, problems }, i) =>
      problems
        .filter(({ code }) => i > 0 || !OWN_DATES.includes(code))
        .map(({ code, detail }) => `${titleOf(certificate)}: ${PATH_PROBLEMS[code]} (${detail})`),
    )
    .join(" ");
}

/**
 * Returns the verdict on the completeness and order of the sent certificates.
 * @param more the path with the certificates fetched by AIA; null if no fetch was needed.
 */
function chainVerdict(best: Path, more: Path | null, faults: readonly Fault[]): Verdict {
  const missing = more === null ? [] : gapsOf(best, more);
  if (missing.length > 0) {
    const names = missing.map(titleOf).join(", ");
    return { status: "fail", reason: "incomplete", detail: `The chain lacks ${names}, found by AIA.` };
  }
  if (more !== null && more.end === "issuer_missing")
    return {
      status: "unknown",
      reason: "issuer_unknown",
      detail:
        "It is not known whether a certificate is missing: the issuer of the last one was not sent, is not in the trust store, " +
        "and was not found by AIA.",
    };
  if (best.end === "given_up")
    return {
      status: "unknown",
      reason: "too_large",
      detail: "The chain has more certificates than this API checks.",
    };
  const [first] = faults;
  if (first !== undefined)
    return { status: "warning", reason: first, detail: faults.map((one) => FAULTS[one]).join(" ") };
  return { status: "pass", reason: null, detail: "The chain is complete and in order." };
}

/**
 * Returns the certificates that only the path with fetched certificates has, except the root at its end, which need
 * not be sent.
 */
function gapsOf(best: Path, more: Path): readonly Certificate[] {
  return more.links
    .slice(0, more.end === "issuer_missing" ? undefined : -1)
    .map(({ certificate }) => certificate)
    .filter((one) => !best.links.some(({ certificate }) => same(certificate, one)));
}

const FAULTS = {
  order: "The certificates are not in order.",
  duplicate: "A certificate is sent more than once.",
  unrelated: "Some of the sent certificates are not part of any path.",
} as const;
type Fault = keyof typeof FAULTS;

function faultsOf({ links }: Path, { all }: SentChain, roles: readonly Role[]): Fault[] {
  const places = links
    .map(({ certificate }) => all.findIndex((one) => one !== null && same(one, certificate)))
    .filter((place) => place !== -1);
  const inOrder = places.every((place, i) => i === 0 || place > (places[i - 1] ?? -1));
  return [
    ...(!inOrder ? (["order"] as const) : []),
    ...(roles.includes("duplicate") ? (["duplicate"] as const) : []),
    ...(roles.some((role) => role === "unrelated" || role === "unreadable") ? (["unrelated"] as const) : []),
  ];
}

function roleOf(one: Certificate | null, at: number, { all }: SentChain, paths: readonly Path[]): Role {
  if (at === 0) return "leaf";
  if (one === null) return "unreadable";
  if (all.slice(0, at).some((other) => other !== null && same(other, one))) return "duplicate";
  const linked = paths.flatMap(({ links }) => links.map(({ certificate }) => certificate));
  if (linked.some((link) => same(link, one))) return isSelfSigned(one) ? "root" : "intermediate";
  return linked.some((link) => sameHolder(link, one)) ? "alternative" : "unrelated";
}

function pathData(
  { links }: Path,
  sent: readonly (Certificate | null)[],
  roots: readonly Certificate[],
): Link[] {
  return links.map(({ certificate: one, problems }) => ({
    sha256: one.fingerprintSha256,
    from: roots.some((root) => same(root, one))
      ? "store"
      : sent.some((other) => other !== null && same(other, one))
        ? "sent"
        : "aia",
    problems: problems.map(({ code, detail }) => ({ code, message: `${PATH_PROBLEMS[code]} (${detail})` })),
  }));
}

function aiaData(
  more: Path | null,
  aia: readonly AiaObservation[],
  path: Link[] | null,
): ServerData["withAia"] {
  if (more === null) return null;
  const fetched = aia.map(({ url, status, outcome }) => ({
    url,
    status,
    certificates: outcome.kind === "present" ? outcome.value.length : outcome.kind === "absent" ? 0 : null,
    reason: outcome.kind === "unknown" ? outcome.reason : null,
  }));
  if (more.end === "issuer_missing") {
    const failed = aia.find(({ outcome }) => outcome.kind === "unknown")?.outcome;
    if (failed?.kind === "unknown") return { status: "unknown", reason: failed.reason, fetched, path };
    // A file that was not fetched may contain the missing issuer.
    const named = more.links.at(-1)?.certificate.extensions.caIssuers ?? [];
    if (named.some((url) => !aia.some((one) => one.url === url)))
      return { status: "unknown", reason: "budget", fetched, path };
    return { status: "fail", reason: aia.length === 0 ? "no_aia" : "issuer_not_found", fetched, path };
  }
  const { status, reason } = trustOf(more);
  return { status: status === "warning" ? "pass" : status, reason, fetched, path };
}
