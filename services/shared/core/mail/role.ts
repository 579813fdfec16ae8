import { isMistaken } from "../protocol/spf/record.ts";
import { isNullForm, type MxRecords } from "./mx-records.ts";
import { defaultResult } from "./spf/senders-spf.ts";
import {
  evaluatedTerms,
  isNotPublic,
  isNotPublicNetwork,
  type SpfNode,
  type SpfTerm,
} from "./spf/tree-spf.ts";

/** Roles that a domain can have in mail. */
export const ROLES = ["sends_and_receives", "receives_only", "sends_only", "parked", "unknown"] as const;
type Role = (typeof ROLES)[number];

/** Predicates for sentences about a domain, by the domain's role. */
export const ROLE_WORDS = {
  sends_and_receives: "sends and receives mail",
  receives_only: "receives mail and sends none",
  sends_only: "sends mail and receives none",
  parked: "neither sends nor receives mail",
  unknown: "may send or receive mail",
} as const satisfies Record<Role, string>;

/** The role of a domain in mail, judged by its records. */
export type MailRole = {
  readonly role: Role;
  /**
   * True for a parked domain if it has a null MX, if it has neither an MX record nor an address, or if its SPF record
   * lets no server send. Records that refuse all mail are recommended only for such a domain.
   */
  readonly certain: boolean;
  /** True if the domain sends mail; null if unknown. */
  readonly sends: boolean | null;
  /** True if nothing shows that the domain sends mail: it sends none, or its SPF record is unknown. */
  readonly quiet: boolean;
  /** True if the domain receives mail; null if unknown. */
  readonly receives: boolean | null;
  /** True if the domain sends no mail, and either its SPF record lets no server send or `certain` is true. */
  readonly refuses: boolean;
  /** Reasons for the role, as sentences. */
  readonly why: readonly string[];
};

/**
 * Determines the role of a domain from its MX and SPF records.
 * @param hasKey true if a DKIM key was found; null if unknown.
 */
export function evaluateRole(mx: MxRecords, spf: SpfNode, hasKey: boolean | null): MailRole {
  const why: string[] = [];
  const taking = takes(mx, why);
  // Addresses without an MX record do not show whether the domain accepts mail.
  const sends = sendsMail(spf, { hasKey, taking: mx.kind === "implicit" ? false : taking }, why);
  // Addresses without an MX record count as mail servers if the domain sends mail.
  const implicit = mx.kind === "implicit";
  if (implicit)
    why.push(
      sends === false
        ? "The domain has addresses but no MX record; since it sends no mail, it is assumed to receive none."
        : "The domain has no MX record, so its mail goes to its own addresses.",
    );
  const receives = implicit ? sends : taking;
  const role = roleOf(sends, receives);
  const says = mx.kind === "null" || mx.kind === "none" || lettingNobody(spf);
  const certain = role === "parked" && says;
  const refuses = sends === false && (certain || lettingNobody(spf));
  const quiet = sends === false || (spf.status === "unknown" && hasKey !== true);
  return { role, certain, refuses, sends, quiet, receives, why };
}

function roleOf(sends: boolean | null, receives: boolean | null): Role {
  if (sends === null || receives === null) return "unknown";
  if (sends) return receives ? "sends_and_receives" : "sends_only";
  return receives ? "receives_only" : "parked";
}

/**
 * Returns true if the domain's MX records show that it accepts mail, and false if they show that it accepts none; null
 * if that is unknown, or only implied by the domain's addresses.
 */
function takes({ kind, named }: MxRecords, why: string[]): boolean | null {
  switch (kind) {
    case "ordinary":
    case "null_and_others":
      if (named.every(({ host }) => isNullForm(host))) {
        why.push("The domain accepts no mail: its MX records are a malformed null MX.");
        return false;
      }
      why.push("The domain has mail servers (MX).");
      return true;
    case "null":
      why.push("The domain states that it accepts no mail (null MX).");
      return false;
    case "none":
      why.push("The domain has no MX record and no address.");
      return false;
    case "implicit":
      return null;
    default:
      why.push("Whether the domain accepts mail could not be determined.");
      return null;
  }
}

function sendsMail(
  spf: SpfNode,
  { hasKey, taking }: { readonly hasKey: boolean | null; readonly taking: boolean | null },
  why: string[],
): boolean | null {
  if (spf.status === "unknown" || spf.status === "pending") {
    why.push("Whether the domain sends mail could not be determined: its SPF record is unknown.");
    return null;
  }
  if (allowingNobody(spf)) {
    why.push("The SPF record of the domain lets no server with a public address send.");
    if (hasKey !== true) return false;
    why.push("The domain has DKIM keys, so it may send mail nevertheless.");
    return null;
  }
  if (spf.status !== "none") {
    why.push("The domain has an SPF record that does not simply refuse all mail.");
    return true;
  }
  if (hasKey) why.push("The domain has DKIM keys.");
  else if (taking) why.push("The domain accepts mail, and nothing shows that it sends none.");
  if (hasKey || taking) return true;
  // The answer that is missing might show that the domain sends mail.
  if (hasKey === null || taking === null) {
    why.push("Whether the domain sends mail could not be determined.");
    return null;
  }
  why.push("Nothing shows that the domain sends mail.");
  return false;
}

/** True if the SPF record consists of `-all` alone, so that no server may send. */
function lettingNobody({ status, record }: SpfNode): boolean {
  if (status !== "found" || record === null || record.problems.length > 0) return false;
  const terms = record.terms.filter(({ name }) => name !== "exp");
  return (
    terms.length === 1 &&
    terms.every((term) => term.kind === "mechanism" && term.text.toLowerCase() === "-all")
  );
}

/** True if the SPF record ends in `-all`, and no other term of it lets a public address send. */
function allowingNobody(spf: SpfNode): boolean {
  return (
    defaultResult(spf) === "fail" &&
    [...evaluatedTerms(spf)].every(
      ({ term, node }) => node.record?.problems.length === 0 && allowsNobody(term),
    )
  );
}

function allowsNobody({ term, hosts, child }: SpfTerm): boolean {
  // A misspelt term and a name without addresses are mistakes, and do not show that no server is meant to send.
  if (term.kind === "modifier") return !isMistaken(term) && (child === null || child.status === "found");
  if (term.qualifier === "-") return true;
  switch (term.name) {
    case "all":
      return term.qualifier !== "+";
    case "include":
      return child?.status === "found";
    case "ip4":
    case "ip6":
      return isNotPublic(term);
    case "a":
    case "mx": {
      const all = hosts === null || hosts.reason !== null ? [] : [...hosts.v4, ...hosts.v6];
      return all.length > 0 && all.every((ip) => isNotPublicNetwork(ip, term));
    }
    default:
      return false;
  }
}
