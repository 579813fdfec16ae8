import type { GeneralName } from "@peculiar/asn1-x509";
import { contains, type parseCidr, parseIp } from "../ip.ts";
import type { Certificate } from "./certificate.ts";
import { rdnsOf } from "./distinguished-name.ts";

/** One subtree (RFC 5280 4.2.1.10): names of a kind, and those at or below a place. */
export type Constraint = {
  readonly kind: "dns" | "ip" | "email" | "uri" | "directory" | "other";
  /** In place of names: relative distinguished names, one in each element. */
  readonly base: readonly string[];
};
export type ConstrainedNames = readonly Constraint[];

export function constraintOf(base: GeneralName): Constraint {
  if (base.dNSName !== undefined) return { kind: "dns", base: [base.dNSName.toLowerCase()] };
  if (base.iPAddress !== undefined) return { kind: "ip", base: [base.iPAddress] };
  if (base.rfc822Name !== undefined) return { kind: "email", base: [base.rfc822Name.toLowerCase()] };
  if (base.uniformResourceIdentifier !== undefined)
    return { kind: "uri", base: [base.uniformResourceIdentifier.toLowerCase()] };
  if (base.directoryName !== undefined) return { kind: "directory", base: rdnsOf(base.directoryName) };
  return { kind: "other", base: [] };
}

/** The names of a certificate by the kinds that constraints have. */
type Named = { readonly kind: Constraint["kind"]; readonly name: string; readonly rdns: readonly string[] };

/** Names that are checked: each against every constraint, so that both must be few. */
const NAMES_MAX = 10_000;
const CONSTRAINTS_MAX = 100;

/**
 * The first name of a certificate that constraints do not allow; null where all are allowed. A kind of names without a
 * permitted subtree is free; whatever is excluded is not (RFC 5280 4.2.1.10).
 */
export function brokenConstraint(
  certificate: Certificate,
  constraints: { readonly permitted: ConstrainedNames; readonly excluded: ConstrainedNames },
): string | null {
  const permitted = constraints.permitted.slice(0, CONSTRAINTS_MAX);
  const excluded = constraints.excluded.slice(0, CONSTRAINTS_MAX);
  for (const named of namesOf(certificate)) {
    const ofKind = permitted.filter(({ kind }) => kind === named.kind);
    const allowed = ofKind.length === 0 || ofKind.some(({ base }) => isBelow(named, base));
    const forbidden = excluded.some(({ kind, base }) => kind === named.kind && isBelow(named, base));
    if (!allowed || forbidden) return named.name;
  }
  return null;
}

function namesOf({ names, subject, subjectRdns }: Certificate): readonly Named[] {
  const simple = (kind: Named["kind"], all: readonly string[]) =>
    all.slice(0, NAMES_MAX).map((name) => ({ kind, name: name.toLowerCase(), rdns: [] }));
  return [
    ...(subjectRdns.length > 0 ? [{ kind: "directory" as const, name: subject, rdns: subjectRdns }] : []),
    ...simple("dns", names.dns),
    ...simple("ip", names.ips),
    ...simple("email", names.emails),
    ...simple("uri", names.uris),
  ];
}

function isBelow({ kind, name, rdns }: Named, base: readonly string[]): boolean {
  const [place = ""] = base;
  switch (kind) {
    case "dns":
      return isInDomain(name.replace(/^\*\./, ""), place.replace(/^\./, ""));
    case "ip": {
      const block = blockOf(place);
      const ip = parseIp(name);
      return block !== null && ip !== null && contains(block, ip);
    }
    case "email":
      if (place.includes("@")) return name === place;
      return isHostOrBelow(name.slice(name.lastIndexOf("@") + 1), place);
    case "uri":
      return isHostOrBelow(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:?#]*)/.exec(name)?.[1] ?? "", place);
    case "directory":
      return base.every((rdn, i) => rdns[i] === rdn);
    default:
      return false;
  }
}

function isInDomain(name: string, domain: string): boolean {
  return domain === "" || name === domain || name.endsWith(`.${domain}`);
}

/** Of mail and URIs a leading dot means hosts below a domain, none means that host alone. */
function isHostOrBelow(host: string, place: string): boolean {
  return place.startsWith(".") ? host.endsWith(place) : host === place;
}

/** `address/bits` or `address/mask`. */
function blockOf(text: string): ReturnType<typeof parseCidr> {
  const [address = "", mask = ""] = text.split("/");
  const ip = parseIp(address);
  if (ip === null) return null;
  const bits = /^\d+$/.test(mask)
    ? Number(mask)
    : (parseIp(mask) ?? [])
        .map((byte) => byte.toString(2).padStart(8, "0"))
        .join("")
        .lastIndexOf("1") + 1;
  return { bytes: ip, bits };
}
