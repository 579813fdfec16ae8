import type { Outcome, Reason } from "../tool/outcome.ts";
import type { Verdict } from "../tool/verdict.ts";
import { formatIp, parseIp } from "./ip.ts";
import { notInPublicDns } from "./names.ts";

/**
 * A name from an address's PTR records. `forward` has the addresses of that name in the same family as the PTR
 * address; null if the name was not looked up.
 */
export type PtrName = { readonly name: string; readonly forward: Outcome<readonly string[]> | null };

/** The result of checking whether one PTR name resolves back to the address (forward confirmation). */
export type JudgedName = {
  readonly name: string;
  readonly addresses: string[];
  /** True if the name resolves back to the address; null if that is unknown. */
  readonly confirmed: boolean | null;
  readonly reason: Reason | "no_forward" | "other_address" | "not_a_host_name" | "not_in_public_dns" | null;
};

const ADDRESSES_MAX = 32;

/** Determines whether a PTR name resolves back to the address, and if not, why. */
export function judgeName({ name, forward }: PtrName, ip: string): JudgedName {
  const shown = { name: name === "" ? "." : name };
  if (forward === null) return { ...shown, addresses: [], confirmed: false, reason: whyNotLookedUp(name) };
  if (forward.kind === "unknown") return { ...shown, addresses: [], confirmed: null, reason: forward.reason };
  const addresses = forward.kind === "present" ? forward.value : [];
  const own = addresses.find((address) => formatIp(parseIp(address) ?? []) === ip);
  const confirmed = own !== undefined;
  const reason = confirmed ? null : addresses.length === 0 ? "no_forward" : "other_address";
  // At most ADDRESSES_MAX addresses are kept, but the confirming address is always among them.
  const first = addresses.slice(0, ADDRESSES_MAX);
  const proof = own === undefined || first.includes(own) ? first : [own, ...first.slice(1)];
  return { ...shown, addresses: proof, confirmed, reason };
}

/** Returns why a name was not looked up. Private networks use well-formed names too, such as `server.internal`. */
function whyNotLookedUp(name: string): "not_a_host_name" | "not_in_public_dns" {
  const wellFormed = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name) && !/(^|\.)\d+$/.test(name);
  return wellFormed && notInPublicDns(name) !== null ? "not_in_public_dns" : "not_a_host_name";
}

/**
 * Returns the forward-confirmed reverse DNS (FCrDNS) verdict. One name that resolves back to the address is enough
 * to pass; the verdict is `fail` only if every name was checked.
 * @param unknown why the names could not be determined; null if they are known.
 * @param total number of PTR names, including names that were not checked.
 */
export function fcrdnsOf(
  ip: string,
  names: readonly JudgedName[],
  { unknown, total }: { readonly unknown: Reason | null; readonly total: number },
): Verdict {
  if (unknown !== null)
    return {
      status: "unknown",
      reason: unknown,
      detail: `The names of ${ip} could not be determined (${unknown}).`,
    };
  const good = names.find(({ confirmed }) => confirmed);
  if (good !== undefined)
    return {
      status: "pass",
      reason: null,
      detail: `${ip} has the name ${good.name}, which resolves back to it.`,
    };
  if (names.length === 0) return { status: "fail", reason: "no_ptr", detail: `${ip} has no PTR record.` };
  const open = names.find(({ confirmed }) => confirmed === null);
  if (open !== undefined)
    return {
      status: "unknown",
      reason: open.reason,
      detail: `It could not be determined whether ${open.name}, a name of ${ip}, resolves back to ${ip} (${open.reason}).`,
    };
  if (total > names.length)
    return {
      status: "unknown",
      reason: "budget",
      detail: `None of the first ${names.length} of ${total} names of ${ip} resolves back to it.`,
    };
  // If there are several names, the name that is closest to a pass determines the reason. `reasons` lists the reasons
  // in this order.
  const type = ip.includes(":") ? "AAAA" : "A";
  const reasons = [
    ["other_address", "only has other addresses"],
    ["no_forward", `has no ${type} record`],
    ["not_in_public_dns", "cannot be in the public DNS"],
    ["not_a_host_name", "is not a host name"],
  ] as const;
  const nameOf = (code: string) => names.find((name) => name.reason === code)?.name;
  const [reason, what] = reasons.find(([code]) => nameOf(code) !== undefined) ?? reasons[1];
  const name = nameOf(reason) ?? names[0]?.name;
  const detail =
    names.length === 1
      ? `${ip} has the name ${name}, which ${what}.`
      : `None of the ${names.length} names of ${ip} resolves back to it: ${name} ${what}.`;
  return { status: "fail", reason, detail };
}
