import { ZONE } from "@dnstools/lab/plan/plan";
import { type Call, createMix, type Shares } from "./calls.ts";
import { SHARES } from "./overload-callers.ts";

/** What a caller does: the parts of the mix, with their percentages. */
const PARTS = {
  json: 46,
  text: 7,
  page: 8,
  events: 7,
  overview: 3,
  odd: 7,
  leaves: 9,
  wrong: 5,
  greedy: 4,
  still: 4,
} as const;
export type Part = keyof typeof PARTS;

/** The form of the answer, which decides how a whole answer is recognised. */
export type Form = "json" | "text" | "page" | "events";

/** One request of a soak. */
export type Request = {
  readonly part: Part;
  /** The operation of the OpenAPI document whose statuses are the documented ones. */
  readonly operation: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Form;
  /** The statuses of a request that is wrong on purpose, or of one that cannot be refused; null: the documented. */
  readonly only: readonly number[] | null;
  /** Milliseconds after which the client disconnects; null if it stays. */
  readonly leavesMs: number | null;
};

/** Returns a random number from 0 to below 1. */
export type Random = () => number;

/** Number of client addresses that the callers share, besides the greedy one. */
const CLIENTS = 4096;
const GREEDY = "45.12.0.1";
const LEAVES_MEAN_MS = 300;
const CLICK = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
};
const RELOAD = { ...CLICK, "cache-control": "max-age=0" };

/** Targets at servers that are dead, slow or misbehave. */
const ODD: readonly string[] = [
  ...[...ZONE.keys()].filter((zone) => zone.includes(".")).map((zone) => `dns?domain=${zone}`),
  ...Array.from({ length: 40 }, (_, i) => `dns?domain=a${i}.silent.com`),
  ...["silent", "drip", "endless", "resets", "garbage", "huge"].map((label) => `whois?domain=${label}.com`),
  ...["silent", "drip", "endless", "resets", "referral-loop"].map((label) => `whois?domain=${label}.io`),
  ...Array.from({ length: 19 }, (_, i) => `ssl?host=5.40.200.${i + 1}`),
  ...["silent.com", "half.com", "third.com", "lame.com"].flatMap((zone) => [
    `mail?domain=${zone}`,
    `ssl?host=${zone}`,
    `scout?domain=${zone}`,
  ]),
  ...["5.31.0.1", "5.66.3.1", "5.99.0.1"].map((ip) => `reverse?ip=${ip}`),
];

/** Requests that are wrong, with the status of each. A wrong key is refused with 429 after some of them. */
const WRONG: readonly Pick<Request, "path" | "only" | "method" | "headers">[] = [
  { path: "/api/v1/dns", only: [400] },
  { path: "/api/v1/dns?domain=a..b", only: [400] },
  { path: "/api/v1/mail?domain=example.com&nonsense=1", only: [400] },
  { path: "/api/v1/reverse?ip=10.0.0.1", only: [400] },
  { path: "/api/v1/ssl?host=localhost", only: [400] },
  { path: "/api/v1/nothing", only: [404] },
  { path: "/api/v1/whois?domain=example.com", only: [405], method: "DELETE" },
  { path: "/api/v1/dns?domain=example.com", only: [401, 429], headers: { "x-api-key": "dnst_wrong" } },
].map((one) => ({ method: "GET", headers: {}, ...one }));

/** Pages that cost nothing. */
const STILL: readonly Pick<Request, "path" | "form">[] = [
  { path: "/", form: "page" },
  { path: "/docs/errors", form: "page" },
  { path: "/openapi.json", form: "json" },
  { path: "/api/v1", form: "json" },
  { path: "/api/v1/limits", form: "json" },
  { path: "/llms.txt", form: "text" },
];

/** Returns a function that yields the requests of a soak. */
export function createRequests(random: Random, shares: Shares = SHARES): () => Request {
  const next = createMix(shares, Math.floor(random() * 1000));
  const mails = createMix({ mail: 1 }, 500);
  const parts = Object.entries(PARTS) as [Part, number][];
  const whole = parts.reduce((sum, [, share]) => sum + share, 0);
  const one = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const client = () => {
    const n = Math.floor(random() * CLIENTS);
    return `45.11.${n >> 8}.${n & 255}`;
  };
  const usual = (part: Part, { path }: Pick<Call, "path">, from = client()): Request => ({
    part,
    operation: path.split("?")[0] ?? path,
    path,
    method: "GET",
    headers: { "x-forwarded-for": from },
    form: "json",
    only: null,
    leavesMs: null,
  });
  const report = (part: Part, call: Call, form: Exclude<Form, "json">): Request => {
    const request = usual(part, call);
    const click = random() < 0.5 ? CLICK : RELOAD;
    const headers = form === "page" ? click : { accept: ACCEPTED[form] };
    return { ...request, form, path: reportPath(call.path), headers: { ...request.headers, ...headers } };
  };
  const made: Readonly<Record<Part, () => Request>> = {
    json: () => usual("json", next()),
    text: () => report("text", next(), "text"),
    page: () => report("page", next(), "page"),
    events: () => report("events", next(), "events"),
    overview() {
      const call = { path: `/api/v1/dns?domain=${targetOf(next().path)}` };
      const request = usual("overview", call);
      const path = reportPath(call.path).replace("/dns/", "/all/");
      return { ...request, form: "page", path, headers: { ...request.headers, ...RELOAD } };
    },
    odd: () => usual("odd", { path: `/api/v1/${one(ODD)}` }),
    leaves() {
      const form = one(["json", "page", "events"] as const);
      const request = form === "json" ? usual("leaves", next()) : report("leaves", next(), form);
      return { ...request, leavesMs: -LEAVES_MEAN_MS * Math.log(1 - random()) };
    },
    wrong() {
      const { headers, ...wrong } = one(WRONG);
      const request = usual("wrong", { path: wrong.path });
      return { ...request, ...wrong, headers: { ...request.headers, ...headers } };
    },
    greedy: () => usual("greedy", mails(), GREEDY),
    still() {
      const still = one(STILL);
      return { ...usual("still", still), ...still, only: [200] };
    },
  };
  return () => {
    let left = random() * whole;
    for (const [part, share] of parts) {
      left -= share;
      if (left < 0) return made[part]();
    }
    return made.json();
  };
}

const ACCEPTED = { text: "text/plain", events: "text/event-stream" } as const;

/** Returns the path of the report of a call, such as `/dns/example.com?type=A`. */
function reportPath(path: string): string {
  const [, tool = "", , target = "", more] = /^\/api\/v1\/(\w+)\?(\w+)=([^&]+)&?(.*)$/.exec(path) ?? [];
  return `/${tool}/${target}${more === "" ? "" : `?${more}`}`;
}

/** Returns the value of the first parameter of a call. */
function targetOf(path: string): string {
  return /=([^&]+)/.exec(path)?.[1] ?? "";
}
