import type { Form, Request } from "./soak-requests.ts";

/**
 * What came of a request: `good`; `left` by the client on purpose; `hang` if there was no whole answer in time;
 * `undocumented` for a status or code that the OpenAPI document does not have; `internal` for an internal error, which
 * is documented and still our mistake; `broken` for a connection that ended early, or an incomplete answer.
 */
export type Verdict = "good" | "left" | "hang" | "undocumented" | "internal" | "broken";

export type Outcome = {
  readonly request: Request;
  readonly verdict: Verdict;
  /** HTTP status; 0 if there was none. */
  readonly status: number;
  /** The code of a problem; empty for others. */
  readonly code: string;
  readonly ms: number;
  /** Milliseconds beyond the time that the documentation names as the longest; 0 or less for an answer in time. */
  readonly overMs: number;
  /** What is wrong, for a reader; empty for `good` and `left`. */
  readonly why: string;
};

/** What the OpenAPI document says of one operation. */
export type Documented = {
  readonly statuses: ReadonlySet<number>;
  readonly codes: ReadonlySet<string>;
  /** Longest time of a call in milliseconds: its wait, its deadline, and a second (deploy/settings.md). */
  readonly longestMs: number;
};

/** Milliseconds that a call may take longer than documented: product, lab and clients share a busy machine. */
export const MARGIN_MS = 10_000;

type Refusals = { readonly [status: string]: { readonly $ref?: string } };
type Document = {
  readonly paths: Readonly<Record<string, { get?: { description?: string; responses: Refusals } }>>;
  readonly components: {
    readonly responses: Readonly<
      Record<string, { content: Record<string, { examples?: Record<string, unknown> }> }>
    >;
  };
};

/** Reads what the OpenAPI document of a product says of each operation. */
export async function readDocumented(url: string): Promise<ReadonlyMap<string, Documented>> {
  const { paths, components } = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const of = Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined) return [];
    const { description = "", responses } = get;
    const names = Object.values(responses).flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
    const codes = names.flatMap((name) =>
      Object.keys(components.responses[name]?.content["application/problem+json"]?.examples ?? {}),
    );
    const seconds = (pattern: RegExp) => Number(pattern.exec(description)?.[1] ?? 0);
    const longestS = seconds(/waits at most ([\d.]+) s/) + seconds(/Runs for at most ([\d.]+) s/) + 1;
    const statuses = new Set(Object.keys(responses).map(Number).filter(Number.isInteger));
    return [[path, { statuses, codes: new Set(codes), longestMs: 1000 * longestS }] as const];
  });
  return new Map(of);
}

const PROBLEM = /"code":"(\w+)"/;
/** The code of the problem with which an event stream ends. */
const PROBLEM_EVENT = /\nevent: problem\ndata: .*?"code":"(\w+)"/;

/** The code of the problem that a page shows, also a page that was sent before the call failed. */
const PROBLEM_PAGE = /<span class="tag">\d+<\/span> <code>(\w+)<\/code>/;

/** Returns the code of the problem that an answer contains; empty if there is none. */
export function codeOf({ status, type, text }: Omit<Answered, "code">): string {
  const pattern = type.startsWith("text/html") ? PROBLEM_PAGE : status === 200 ? PROBLEM_EVENT : PROBLEM;
  return pattern.exec(text)?.[1] ?? "";
}

/** Makes one request, and judges the answer. */
export async function ask(
  url: string,
  request: Request,
  documented: ReadonlyMap<string, Documented>,
): Promise<Outcome> {
  const known = documented.get(request.operation);
  // An overview runs several tools, of which none has a longer deadline than the longest of all.
  const longestMs =
    known !== undefined && request.part !== "overview"
      ? known.longestMs
      : Math.max(...[...documented.values()].map((one) => one.longestMs));
  const { path, method, headers, leavesMs } = request;
  const gone = new AbortController();
  const patience = setTimeout(() => gone.abort("hang"), longestMs + MARGIN_MS);
  const leaving = leavesMs === null ? undefined : setTimeout(() => gone.abort("left"), leavesMs);
  const start = performance.now();
  let verdict: Verdict = "good";
  let status = 0;
  let code = "";
  let why = "";
  try {
    const response = await fetch(`${url}${path}`, { method, headers, signal: gone.signal });
    status = response.status;
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    code = codeOf({ status, type, text });
    why = faultOf(request, { status, code, type, text }, known);
    if (why !== "") verdict = why.startsWith("incomplete") ? "broken" : "undocumented";
    else if (code === "internal_error") verdict = "internal";
  } catch (error) {
    verdict = gone.signal.aborted ? gone.signal.reason : "broken";
    why = { left: "", hang: "no whole answer" }[String(verdict)] ?? String(error);
  } finally {
    clearTimeout(patience);
    clearTimeout(leaving);
  }
  const ms = performance.now() - start;
  return { request, verdict, status, code, ms, overMs: ms - longestMs, why };
}

export type Answered = {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  readonly text: string;
};

/** Returns what is wrong with an answer; empty if nothing. */
function faultOf(
  { only, form, operation }: Pick<Request, "only" | "form" | "operation">,
  { status, code, type, text }: Answered,
  known: Documented | undefined,
): string {
  const statuses = only ?? [...(known?.statuses ?? [])];
  if (!statuses.includes(status))
    return `${status} ${code} is not among ${statuses.join(", ")} of ${operation}`;
  if (only === null && code !== "" && known?.codes.has(code) === false)
    return `${code} is not in the document`;
  if (status !== 200) return form === "json" && code === "" ? `${status} without a code` : "";
  const [expected, ending] = WHOLE[form];
  if (!type.startsWith(expected)) return `${status} with the type ${type}`;
  return ending.test(text) ? "" : `incomplete: ends with ${JSON.stringify(text.slice(-80))}`;
}

/** The type and the end of a whole answer with status 200. */
const WHOLE: Readonly<Record<Form, readonly [type: string, ending: RegExp]>> = {
  json: ["application/json", /\}\s*$/],
  text: ["text/", /\n$/],
  page: ["text/html", /<\/html>\n?$/],
  events: ["text/event-stream", /event: (answer|problem)\ndata: .*\n\n$/],
};
