import type { MxReading } from "../mx/read-mx.ts";
import type { SpfNode } from "../spf/read-spf.ts";

export const ROLES = ["sends_and_receives", "receives_only", "sends_only", "parked", "unknown"] as const;
type Role = (typeof ROLES)[number];

/** What a domain does with mail, by what it publishes; null where that could not be found out. */
export type Roles = {
  readonly role: Role;
  /** Whether it says itself that it has nothing to do with mail, or cannot: records that forbid it are told to no one else. */
  readonly certain: boolean;
  readonly sends: boolean | null;
  readonly receives: boolean | null;
  /** Whether it says itself that nobody sends for it, or has nothing to do with mail for certain. */
  readonly refuses: boolean;
  /** In sentences. */
  readonly why: readonly string[];
};

/** @param hasKey whether a DKIM key was found; null where that is unknown. */
export function judgeRole(mx: MxReading, spf: SpfNode, hasKey: boolean | null): Roles {
  const why: string[] = [];
  const taking = takes(mx, why);
  // Addresses alone say neither yes nor no.
  const sends = sendsMail(spf, { hasKey, taking: mx.kind === "implicit" ? false : taking }, why);
  // Addresses alone are no word about mail: they count where the domain is one that has to do with it.
  const implicit = mx.kind === "implicit";
  if (implicit)
    why.push(
      sends === false
        ? "It has addresses and no MX; as it sends nothing, it is taken for one that takes none."
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

/** Null where it is unknown, or only implied. */
function takes({ kind, hosts }: MxReading, why: string[]): boolean | null {
  switch (kind) {
    case "ordinary":
    case "null_and_others":
      if (hosts.length > 0 && hosts.every(({ problem }) => problem === "null_form")) {
        why.push("It means to say that it takes no mail, as it seems (a null MX in a wrong form).");
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
    why.push("Its SPF record lets nobody send.");
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
  // What could not be found out may be what says it.
  if (hasKey === null || taking === null) {
    why.push("Whether it sends mail could not be found out.");
    return null;
  }
  why.push("Nothing says that it sends mail.");
  return false;
}

/** Whether SPF says in so many words that nobody sends for the domain: `-all`, and nothing that could let anybody. */
function lettingNobody({ status, record }: SpfNode): boolean {
  if (status !== "found" || record === null || record.problems.length > 0) return false;
  const terms = record.terms.filter(({ name }) => name !== "exp");
  return (
    terms.length === 1 &&
    terms.every((term) => term.kind === "mechanism" && term.text.toLowerCase() === "-all")
  );
}
