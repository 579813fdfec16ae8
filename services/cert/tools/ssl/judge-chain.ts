import { printable } from "@dnstools/core/printable";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import {
  type Certificate,
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
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ROLES, ServerData } from "./data.ts";
import { keyData, NAME_MAX, signatureData } from "./judge-leaf.ts";
import type { AiaObservation } from "./observations.ts";

/** A trust anchor, read. */
export type TrustAnchor = { readonly certificate: Certificate; readonly of: "web" | "own" };

/** What a server sent, read; null for what cannot be read. */
export type SentChain = {
  readonly leaf: Certificate;
  readonly all: readonly (Certificate | null)[];
  readonly total: number;
};

export type ChainContext = {
  readonly anchors: readonly TrustAnchor[];
  readonly aia: readonly AiaObservation[];
  /** Certificates of those files. */
  readonly fetched: readonly Certificate[];
  /** Seconds since 1970. */
  readonly at: number;
};

type Role = (typeof ROLES)[number];

export type ChainJudged = {
  readonly trust: Verdict;
  readonly chain: Verdict;
  readonly sent: NonNullable<ServerData["chain"]>;
  readonly path: NonNullable<ServerData["path"]>;
  readonly withAia: NonNullable<ServerData["withAia"]>;
  /** The certificates above the server's own on the path. */
  readonly linked: readonly Certificate[];
  readonly faults: readonly Fault[];
  readonly rootSent: boolean;
  /** What is wrong along the path, the certificate's own dates left out. */
  readonly problems: readonly PathProblem[];
  readonly weak: readonly ("weak_signature" | "weak_key")[];
  /** Whether the path ends at an authority of the web, whose rules then hold. */
  readonly public: boolean;
};

/** What was sent, and what it comes to with a trust store. */
export function judgeChain(sent: SentChain, context: ChainContext): ChainJudged {
  const { anchors, fetched, at } = context;
  const roots = anchors.map(({ certificate }) => certificate);
  const others = sent.all.slice(1).filter((one) => one !== null);
  const paths = buildPaths(sent.leaf, others, roots, at);
  const first = paths[0] as Path;
  // The issuer may be among those that were sent and not kept.
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
    trust: trustOf(best),
    chain: chainVerdict(best, more, faults),
    sent: sent.all.map((one, i) => sentData(one, i, roles[i] as Role)),
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

/** What is wrong along a path. The dates of the server's own certificate are a verdict of their own. */
function problemsOf({ links }: Path): readonly PathProblem[] {
  return links.flatMap(({ problems }, i) =>
    problems.map(({ code }) => code).filter((code) => i > 0 || !OWN_DATES.includes(code)),
  );
}

/** A trust anchor's own signature proves nothing, so it may be weak. */
function weakOf({ links, end }: Path): readonly ("weak_signature" | "weak_key")[] {
  const below = end === "anchor" ? links.slice(0, -1) : links;
  return [
    ...(below.some(({ certificate }) => hasWeakSignature(certificate) && !isSelfSigned(certificate))
      ? (["weak_signature"] as const)
      : []),
    ...(below.some(({ certificate }) => hasWeakKey(certificate)) ? (["weak_key"] as const) : []),
  ];
}

const WEAK_TEXTS = {
  weak_signature: "A signature of it is MD5 or SHA-1, which clients of today refuse.",
  weak_key: "A key of it is too short, which clients of today refuse.",
} as const;

function trustOf(path: Path): Verdict {
  const { links, end } = path;
  const top = links.at(-1)?.certificate;
  const name = top === undefined ? "" : titleOf(top);
  const fail = (reason: string, detail: string): Verdict => ({ status: "fail", reason, detail });
  if (end === "given_up")
    return { status: "unknown", reason: "too_large", detail: "It has more certificates than are looked at." };
  if (end === "issuer_missing")
    return fail("issuer_not_found", `The issuer of ${name} was not sent and is not in the trust store.`);
  if (end === "self_signed" && links.length === 1)
    return fail("self_signed", "It is signed by itself and not in the trust store.");
  if (end === "self_signed") return fail("unknown_ca", `${name} is not in the trust store.`);
  const problems = problemsOf(path);
  const first = problems.find((code) => !UNSURE.includes(code)) ?? problems[0];
  if (first !== undefined && UNSURE.includes(first))
    return { status: "unknown", reason: first, detail: tellAll(path) };
  if (first !== undefined) return fail(first, `The way to ${name} is broken. ${tellAll(path)}`);
  const [weak] = weakOf(path);
  if (weak !== undefined)
    return { status: "warning", reason: weak, detail: `It leads to ${name}. ${WEAK_TEXTS[weak]}` };
  return { status: "pass", reason: null, detail: `It leads to ${name}.` };
}

/** Every problem of every certificate. */
function tellAll({ links }: Path): string {
  return links
    .flatMap(({ certificate, problems }, i) =>
      problems
        .filter(({ code }) => i > 0 || !OWN_DATES.includes(code))
        .map(({ code, detail }) => `${titleOf(certificate)}: ${PATH_PROBLEMS[code]} (${detail})`),
    )
    .join(" ");
}

/** @param more the path with what AIA adds; null where none is needed. */
function chainVerdict(best: Path, more: Path | null, faults: readonly Fault[]): Verdict {
  const missing = more === null ? [] : gapsOf(best, more);
  if (missing.length > 0) {
    const names = missing.map(titleOf).join(", ");
    return { status: "fail", reason: "incomplete", detail: `It lacks ${names}, found by AIA.` };
  }
  if (more !== null && more.end === "issuer_missing")
    return {
      status: "unknown",
      reason: "issuer_unknown",
      detail:
        "Whether a certificate is missing cannot be told: the issuer of the last one was not sent, is not in the trust store, " +
        "and was not found by AIA.",
    };
  if (best.end === "given_up")
    return { status: "unknown", reason: "too_large", detail: "It has more certificates than are looked at." };
  const [first] = faults;
  if (first !== undefined)
    return { status: "warning", reason: first, detail: faults.map((one) => FAULTS[one]).join(" ") };
  return { status: "pass", reason: null, detail: "It is complete and in order." };
}

/** What a path has more than another, but for the root at its end, which nobody needs to send. */
function gapsOf(best: Path, more: Path): readonly Certificate[] {
  return more.links
    .slice(0, more.end === "issuer_missing" ? undefined : -1)
    .map(({ certificate }) => certificate)
    .filter((one) => !best.links.some(({ certificate }) => same(certificate, one)));
}

const FAULTS = {
  order: "It is not in order.",
  duplicate: "A certificate is sent more than once.",
  unrelated: "Certificates are sent that lead nowhere.",
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

function sentData(one: Certificate | null, position: number, role: Role): ChainJudged["sent"][number] {
  if (one === null)
    return {
      ...{ position, role, subject: null, issuer: null, serial: null, notBefore: null, notAfter: null },
      ...{ key: null, signature: null, fingerprintSha256: null },
    };
  return {
    position,
    role,
    subject: printable(one.subject, NAME_MAX),
    issuer: printable(one.issuer, NAME_MAX),
    serial: one.serial,
    notBefore: isoTime(one.notBefore),
    notAfter: isoTime(one.notAfter),
    key: keyData(one),
    signature: signatureData(one),
    fingerprintSha256: one.fingerprintSha256,
  };
}

function pathData(
  { links }: Path,
  sent: readonly (Certificate | null)[],
  roots: readonly Certificate[],
): ChainJudged["path"] {
  return links.map(({ certificate: one, problems }) => ({
    subject: printable(one.subject, NAME_MAX),
    issuer: printable(one.issuer, NAME_MAX),
    from: roots.some((root) => same(root, one))
      ? "store"
      : sent.some((other) => other !== null && same(other, one))
        ? "sent"
        : "aia",
    notAfter: isoTime(one.notAfter),
    fingerprintSha256: one.fingerprintSha256,
    problems: problems.map(({ code, detail }) => ({ code, message: `${PATH_PROBLEMS[code]} (${detail})` })),
  }));
}

function aiaData(
  more: Path | null,
  aia: readonly AiaObservation[],
  path: ChainJudged["path"] | null,
): NonNullable<ServerData["withAia"]> {
  const fetched = aia.map(({ url, status, outcome }) => ({
    url,
    status,
    certificates: outcome.kind === "present" ? outcome.value.length : outcome.kind === "absent" ? 0 : null,
    reason: outcome.kind === "unknown" ? outcome.reason : null,
  }));
  if (more === null) return { status: "not_needed", reason: null, fetched, path };
  if (more.end === "issuer_missing") {
    const failed = aia.find(({ outcome }) => outcome.kind === "unknown")?.outcome;
    if (failed?.kind === "unknown") return { status: "unknown", reason: failed.reason, fetched, path };
    // One that was left out may have led further.
    const named = more.links.at(-1)?.certificate.extensions.caIssuers ?? [];
    if (named.some((url) => !aia.some((one) => one.url === url)))
      return { status: "unknown", reason: "budget", fetched, path };
    return { status: "fail", reason: aia.length === 0 ? "no_aia" : "issuer_not_found", fetched, path };
  }
  const { status, reason } = trustOf(more);
  return { status: status === "warning" ? "pass" : status, reason, fetched, path };
}
