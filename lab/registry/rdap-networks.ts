import type { Network, Rir } from "../plan/network-shapes.ts";
import { NETWORKS, REDIRECTS, RIRS, TROUBLED } from "../plan/networks.ts";
import { RETRY_AFTER } from "../plan/registrations.ts";
import type { Host } from "../plan/shapes.ts";
import { enclosing } from "./blocks.ts";
import { autnum } from "./rdap-autnum.ts";
import { jCard } from "./rdap-domain.ts";
import { failure, found, json, redirect, tooMany } from "./rdap-reply.ts";

const DEPTH = 200_000;

/** Failures that a regional registry returns instead of an answer, by the queried address. */
const TROUBLES: Readonly<Record<string, (address: string) => Response | Promise<Response>>> = {
  [TROUBLED.unavailable]: () => failure(503, "Service Unavailable"),
  [TROUBLED.limited]: () => tooMany(RETRY_AFTER.networks),
  [TROUBLED.broken]: () => failure(500, "Internal Server Error"),
  [TROUBLED.toPrivate]: (address) => redirect(302, `https://10.0.0.1/ip/${address}`),
  [TROUBLED.hostile]: () =>
    json(`{"objectClassName":"ip network","a":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`),
  [TROUBLED.silent]: () => new Promise<Response>(() => {}),
};

/** Answers an RDAP request for an address or network as a regional registry does. */
export function answerNetwork(request: Request, host: Host): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  const rir = (Object.keys(RIRS) as Rir[]).find((one) => new URL(RIRS[one].base).hostname === host.name);
  const [, number] = /\/autnum\/(\d+)$/.exec(pathname) ?? [];
  const object = number === undefined ? null : autnum(host.name, Number(number));
  if (object !== null) return found(object);
  const [, path = "", address = ""] = /^(.*\/)ip\/([0-9a-fA-F.:]+)(?:\/\d+)?$/.exec(pathname) ?? [];
  if (rir === undefined || RIRS[rir].base !== `https://${host.name}${path}`) return nothing();
  const trouble = TROUBLES[address];
  if (trouble !== undefined) return trouble(address);
  const away = REDIRECTS.find(({ from, cidr }) => from === rir && enclosing(cidr, address));
  if (away !== undefined) return redirect(away.status, `${RIRS[away.to].base}ip/${address}`);
  const network = NETWORKS.find((one) => one.rir === rir && enclosing(one.cidr, address));
  return network === undefined ? nothing() : found(networkObject(network));
}

function nothing(): Response {
  return failure(404, "Not Found", ["The object that you asked for is not in this registry's database."]);
}

/** Returns the object of a network (RFC 9083 section 5.4). */
function networkObject(network: Network): object {
  const { rir, cidr, range, handle, holder } = network;
  const [prefix = "", length] = cidr.split("/");
  const version = cidr.includes(":") ? "v6" : "v4";
  const self = `${RIRS[rir].base}ip/${cidr}`;
  const link = { value: self, rel: "self", href: self, type: "application/rdap+json" };
  const abuse = {
    objectClassName: "entity",
    handle: network.abuse.handle,
    roles: ["abuse"],
    vcardArray: jCard({ fn: "Abuse", kind: "group", phone: network.abuse.phone, email: network.abuse.email }),
  };
  const registrant = {
    objectClassName: "entity",
    handle: holder.handle,
    roles: ["registrant"],
    vcardArray: jCard({ fn: holder.name, kind: "org" }),
  };
  return {
    objectClassName: "ip network",
    handle,
    startAddress: range[0],
    endAddress: range[1],
    ipVersion: version,
    name: network.name,
    type: network.type,
    ...(network.country === undefined ? {} : { country: network.country }),
    ...(network.parent === undefined ? {} : { parentHandle: network.parent }),
    status: ["active"],
    cidr0_cidrs: [{ [`${version}prefix`]: prefix, length: Number(length) }],
    events: [
      { eventAction: "registration", eventDate: network.registered },
      { eventAction: "last changed", eventDate: network.changed },
    ],
    // ARIN nests the abuse contact in the registrant; other registries list it separately.
    entities: rir === "arin" ? [{ ...registrant, entities: [abuse] }] : [registrant, abuse],
    ...(network.stub ? { remarks: [{ title: "description", description: [holder.name, "STUB"] }] } : {}),
    links: [link],
    port43: RIRS[rir].whois,
  };
}
