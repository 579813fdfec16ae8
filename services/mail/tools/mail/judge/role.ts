import type { MxLookup } from "../mx/lookup-mx.ts";
import type { SpfNode } from "../spf/tree-spf.ts";

export const ROLES = ["sends_and_receives", "receives_only", "sends_only", "parked", "unknown"] as const;
type Role = (typeof ROLES)[number];

/** What a domain of each role does, as sentences have it. */
export const ROLE_WORDS = {
  sends_and_receives: "sends and receives mail",
  receives_only: "receives mail and sends none",
  sends_only: "sends mail and receives none",
  parked: "neither sends nor receives mail",
  unknown: "may send or receive mail",
} as const satisfies Record<Role, string>;

/** The role of a domain in mail, by its records; null where it is unknown. */
export type MailRole = {
  readonly role: Role;
  /** Whether it has a null MX, no mail server, or an SPF record that lets nobody send: only then records that refuse all mail are recommended. */
  readonly certain: boolean;
  readonly sends: boolean | null;
  readonly receives: boolean | null;
  /** Whether its SPF record lets nobody send, or its role is certain. */
  readonly refuses: boolean;
  /** In sentences. */
  readonly why: readonly string[];
};

/** Tells the role of a domain by its MX and SPF records. @param hasKey whether a DKIM key was found; null where that is unknown. */
export function evaluateRole(mx: MxLookup, spf: SpfNode, hasKey: boolean | null): MailRole {
  const why: string[] = [];
  const taking = takes(mx, why);
  // Addresses alone do not show whether it takes mail.
  const sends = sendsMail(spf, { hasKey, taking: mx.kind === "implicit" ? false : taking }, why);
  // Addresses alone count as mail servers where the domain sends mail.
  const implicit = mx.kind === "implicit";
  if (implicit)
    why.push(
      sends === false
        ? "It has addresses and no MX; as it sends no mail, it is taken to receive none."
        : "It has no MX, so its mail goes to its own addresses.",
    );
  const receives = implicit ? sends : taking;
  const role = roleOf(sends, receives);
  const says = mx.kind === "null" || mx.kind === "none" || lettingNobody(spf);
  const certain = role === "parked" && says;
  const refuses = sends === false && (certain || lettingNobody(spf));
  return { role, certain, refuses, sends, receives, why };
}

function roleOf(sends: boolean | null, receives: boolean | null): Role {
  if (sends === null || receives === null) return "unknown";
  if (sends) return receives ? "sends_and_receives" : "sends_only";
  return receives ? "receives_only" : "parked";
}

/** Whether it takes mail by its MX records; null where that is unknown, or only implied. */
function takes({ kind, hosts }: MxLookup, why: string[]): boolean | null {
  switch (kind) {
    case "ordinary":
    case "null_and_others":
      if (hosts.length > 0 && hosts.every(({ problem }) => problem === "null_form")) {
        why.push("It takes no mail: its MX records are a null MX in a wrong form.");
        return false;
      }
      why.push("It names mail servers (MX).");
      return true;
    case "null":
      why.push("It says that it takes no mail (null MX).");
      return false;
    case "none":
      why.push("It has no MX record and no address.");
      return false;
    case "implicit":
      return null;
    default:
      why.push("Whether it takes mail could not be found out.");
      return null;
  }
}

function sendsMail(
  spf: SpfNode,
  { hasKey, taking }: { readonly hasKey: boolean | null; readonly taking: boolean | null },
  why: string[],
): boolean | null {
  if (spf.status === "unknown" || spf.status === "pending") {
    why.push("Whether it sends mail could not be found out: its SPF record is unknown.");
    return null;
  }
  if (lettingNobody(spf)) {
    why.push("Its SPF record lets no server send.");
    if (hasKey !== true) return false;
    why.push("It has DKIM keys, with which it may send all the same.");
    return null;
  }
  if (spf.status !== "none") {
    why.push("It has an SPF record that is not all refusal.");
    return true;
  }
  if (hasKey) why.push("It has DKIM keys.");
  else if (taking) why.push("It takes mail, and nothing says that it sends none.");
  if (hasKey || taking) return true;
  // What could not be looked up may show that it sends.
  if (hasKey === null || taking === null) {
    why.push("Whether it sends mail could not be found out.");
    return null;
  }
  why.push("Nothing says that it sends mail.");
  return false;
}

/** Whether the SPF record lets nobody send: it is `-all` alone. */
function lettingNobody({ status, record }: SpfNode): boolean {
  if (status !== "found" || record === null || record.problems.length > 0) return false;
  const terms = record.terms.filter(({ name }) => name !== "exp");
  return (
    terms.length === 1 &&
    terms.every((term) => term.kind === "mechanism" && term.text.toLowerCase() === "-all")
  );
}
