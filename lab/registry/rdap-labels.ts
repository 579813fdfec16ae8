import { OWN_LABELS } from "../plan/own-domains.ts";
import { type RDAP_LABELS, REGISTRATION, RETRY_AFTER } from "../plan/registrations.ts";
import { BAIT, REGISTRIES } from "../plan/registries.ts";
import type { Host } from "../plan/shapes.ts";
import { domainObject, EMPTY, entities, REGISTRAR } from "./rdap-domain.ts";
import { failure, found, HTML, json, redirect, tooMany } from "./rdap-reply.ts";
import { broken, drip, endless, padded, zeros } from "./streams.ts";

/** A requested domain: its name, the base URL of the queried registry, and the URL of the request. */
type Asked = { readonly name: string; readonly base: string; readonly url: URL };
type Answer = (asked: Asked) => Response | Promise<Response>;

const ELSEWHERE = "rdap.elsewhere.net";
const HOPS = 10;
const DEPTH = 200_000;
const HUGE_BYTES = 30_000_000;
const BOMB_BYTES = 50_000_000;

const notFound = () =>
  failure(404, "Not Found", ["The domain name that you asked for is not in the registry's database."]);
const registered: Answer = ({ name, base }) => found(domainObject(name, base));
const stream = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { "content-type": "application/rdap+json", ...headers } });

/** RDAP answers, by the second-level label of the name. */
const ANSWERS: Readonly<Record<(typeof RDAP_LABELS)[number], Answer>> = {
  registered,
  "xn--mnchen-3ya": registered,
  contradicts: registered,
  nameless: ({ name, base }) => found(domainObject(name, base, entities(REGISTRAR.nameless))),
  handleless: ({ name, base }) => found(domainObject(name, base, entities(REGISTRAR.handleless))),
  redacted: ({ name, base }) => found(domainObject(name, base, { handle: "", ...EMPTY })),
  free: notFound,
  // The response of an API gateway in front of the registry to an unknown path.
  "gateway-404": () => Response.json({ message: "Not Found" }, { status: 404 }),
  "free-bare": () => new Response(null, { status: 404 }),
  // RDAP does not find the name, although it is delegated.
  ghost: notFound,
  dropped: ({ name, base }) =>
    found(domainObject(name, base, { status: REGISTRATION.droppedStatus, nameservers: [] })),
  reserved: () => failure(404, "Not Found", [REGISTRATION.remark]),
  "reserved-object": ({ name }) =>
    found({
      objectClassName: "domain",
      ldhName: name,
      status: ["reserved"],
      remarks: [{ title: "Reserved", description: [REGISTRATION.remark] }],
    }),
  limited: () => tooMany(RETRY_AFTER.limited),
  forbidden: () => failure(403, "Forbidden", ["Access from your network is not permitted."]),
  broken: () => failure(500, "Internal Server Error"),
  garbage: HTML,
  empty: () => json(""),
  truncated: ({ name, base }) => {
    const text = JSON.stringify(domainObject(name, base));
    return json(text.slice(0, text.length >> 1));
  },
  deep: () => json("[".repeat(DEPTH) + "]".repeat(DEPTH)),
  huge: ({ name, base }) => {
    const text = JSON.stringify(domainObject(name, base));
    return stream(padded(`${text.slice(0, -1)},"remarks":[{"description":["`, HUGE_BYTES, '"]}]}'));
  },
  endless: () => stream(endless()),
  drip: ({ name, base }) => stream(drip(JSON.stringify(domainObject(name, base)))),
  silent: () => new Promise<Response>(() => {}),
  resets: () => stream(broken()),
  "wrong-types": () => json(JSON.stringify(WRONG_TYPES)),
  "other-name": ({ name, base }) => found(domainObject(name.replace("other-name", "another"), base)),
  bomb: () => stream(zeros(BOMB_BYTES), { "content-encoding": "gzip" }),
  moved: ({ name, url }) =>
    url.hostname === ELSEWHERE
      ? registered({ name, base: `https://${ELSEWHERE}/`, url })
      : redirect(301, `https://${ELSEWHERE}/domain/${name}`),
  "moved-free": ({ name, base }) =>
    redirect(
      302,
      `${(base === REGISTRIES["org"]?.rdap ? REGISTRIES["nl"] : REGISTRIES["org"])?.rdap}domain/${name}`,
    ),
  loop: ({ url }) => redirect(302, String(url)),
  far: (asked) => {
    const hop = Number(asked.url.searchParams.get("hop") ?? 0);
    return hop === HOPS
      ? registered(asked)
      : redirect(302, `${asked.base}domain/${asked.name}?hop=${hop + 1}`);
  },
  "to-private": ({ name }) => redirect(302, `https://10.0.0.1/domain/${name}`),
  "to-loopback": ({ name }) => redirect(302, `https://localhost/domain/${name}`),
  "to-bait": ({ name }) => redirect(302, `https://${BAIT.name}/domain/${name}`),
  "to-http": ({ name, url }) =>
    url.hostname === ELSEWHERE
      ? registered({ name, base: `http://${ELSEWHERE}/`, url })
      : redirect(302, `http://${ELSEWHERE}/domain/${name}`),
};

/** Valid JSON in which no field has the type that RFC 9083 requires. */
const WRONG_TYPES = {
  rdapConformance: "rdap_level_0",
  objectClassName: 1,
  ldhName: [],
  unicodeName: { a: 1 },
  handle: null,
  status: 7,
  events: {},
  entities: "x",
  nameservers: [null, 3, {}, { ldhName: 5, ipAddresses: "no" }],
  secureDNS: { delegationSigned: "maybe", dsData: [1, { keyTag: "x", digest: 5 }] },
  links: 0,
  notices: [[]],
  remarks: false,
  redacted: { name: 1 },
  publicIds: [7],
};

/** Answers an RDAP request for a domain as its registry does. A domain of another registry is not found. */
export function answerDomain(request: Request, host: Host): Response | Promise<Response> {
  const url = new URL(request.url);
  const [, path = "", name = ""] = /^(.*\/)domain\/([^/]+)$/.exec(url.pathname.toLowerCase()) ?? [];
  if (name === "") return failure(400, "Bad Request");
  const base = `${url.protocol}//${host.name}${path}`;
  if (!isOf(host.name, base, name)) return notFound();
  const label = name.replace(/\.co\.uk$/, ".uk").split(".")[0] ?? "";
  return answerOf(label)({ name, base, url });
}

function answerOf(label: string): Answer {
  if (OWN_LABELS.has(label)) return registered;
  return Object.hasOwn(ANSWERS, label) ? ANSWERS[label as keyof typeof ANSWERS] : notFound;
}

/** True if a base URL belongs to the registry of a name. The registrar and rdap.elsewhere.net answer for all names. */
function isOf(host: string, base: string, name: string): boolean {
  const tld = name.slice(name.lastIndexOf(".") + 1);
  return host === ELSEWHERE || host === "rdap.labregistrar.com" || REGISTRIES[tld]?.rdap === base;
}
