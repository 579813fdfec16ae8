import { answerName, parseDomain } from "../names.ts";
import { entitiesOf, withRole } from "./entity.ts";
import { type Json, objects, text, texts } from "./json.ts";
import { eventOf } from "./network.ts";

/**
 * Status of a domain according to an RDAP object: registered, reserved by the registry, or `nothing` if the object
 * does not show its status.
 */
export type DomainObject = "registered" | "reserved" | "nothing";

/** Statuses that only registered objects have (RFC 8056 2, RFC 9083 10.2.2). */
const OF_REGISTERED =
  /^(active|ok|inactive|locked|associated|validated|(client|server) \w+ ?(prohibited|hold)?|pending \w+|[a-z ]+ period)$/i;
/** Statuses for names that the registry reserves or blocks (RESERVED), and for unregistered names (NOBODYS). */
const RESERVED = /^(registry |server )?(reserved|blocked)\b/i;
const NOBODYS = /^(available|free|unassigned|not registered)$/i;

/**
 * Returns what an RDAP object says about a domain (RFC 9083 5.3). The result is `nothing` for an object about another
 * name or without any sign of a registration.
 * @param name the domain in A-labels.
 */
export function domainObject(object: Json, name: string): DomainObject {
  const names = [object["ldhName"], object["unicodeName"]].map((one) => inLabels(text(one) ?? ""));
  if (object["objectClassName"] !== "domain" || !names.includes(name)) return "nothing";
  const status = texts(object["status"]);
  if (status.some((one) => RESERVED.test(one))) return "reserved";
  if (status.some((one) => NOBODYS.test(one))) return "nothing";
  const signs = [
    status.some((one) => OF_REGISTERED.test(one)),
    withRole(entitiesOf(object), "registrar") !== null,
    eventOf(object, "registration") !== null,
    objects(object["nameservers"]).length > 0,
  ];
  return signs.includes(true) ? "registered" : "nothing";
}

/** Normalises a name in A-labels or Unicode to A-labels. */
export function inLabels(name: string): string {
  const read = parseDomain(name, { registration: true, underscores: true });
  return read.ok ? read.value : answerName(name);
}
