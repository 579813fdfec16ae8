/** The formats of a report, in the order of the server's preference. */
export const FORMS = ["text", "markdown", "json", "html", "events"] as const;
/** A format of a report. */
export type Form = (typeof FORMS)[number];

/** A format that is streamed while the call runs. */
export type StreamedForm = Extract<Form, "html" | "events">;
/** Returns true if a format is streamed while the call runs. */
export function isStreamed(form: Form): form is StreamedForm {
  return form === "html" || form === "events";
}

/** Media types in Accept and the format that each of them requests. */
const TYPES: ReadonlyMap<string, Form> = new Map<string, Form>([
  ["text/plain", "text"],
  ["text/markdown", "markdown"],
  ["text/x-markdown", "markdown"],
  ["application/json", "json"],
  ["application/problem+json", "json"],
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/event-stream", "events"],
]);
/** Media ranges in Accept and the formats that each of them includes. */
const RANGES: ReadonlyMap<string, readonly Form[]> = new Map<string, readonly Form[]>([
  ["text/*", ["text", "markdown", "html"]],
  ["application/*", ["json"]],
  ["*/*", FORMS],
]);
/** An Accept header of this length or longer is ignored, as in the reverse proxy (proxy/conf.d/upstream.conf). */
const ACCEPT_MAX = 1000;

/**
 * The chosen format; `named` is true if the caller requested exactly this format, with `format` or with its media
 * type.
 */
export type ChosenForm = { readonly form: Form; readonly named: boolean };

/** Preference for a format in Accept: its weight, its specificity (2 for a full media type) and its position. */
type Wish = { readonly weight: number; readonly exact: number; readonly at: number };
const NOT_NAMED: Wish = { weight: 0, exact: 0, at: 0 };

/**
 * Chooses the format of a report. The query parameter takes precedence. Otherwise the format with the highest weight in Accept is
 * chosen (RFC 9110 12.5.1); among equal weights the most specific one, and then the first one. The default is text.
 * @param format the query parameter; null if missing
 * @param accept the Accept header; null if missing
 */
export function chooseForm(format: Form | null, accept: string | null): ChosenForm {
  if (format !== null) return { form: format, named: true };
  if (accept === null || accept.length >= ACCEPT_MAX) return { form: "text", named: false };
  const wishes = wishesOf(accept);
  let best: Form = "text";
  let most = NOT_NAMED;
  for (const form of FORMS) {
    const wish = wishes.get(form);
    if (wish === undefined || !isBefore(wish, most)) continue;
    best = form;
    most = wish;
  }
  return { form: best, named: most.exact === 2 };
}

/** Returns the preference in Accept for each format. The most specific media range that includes the format counts. */
function wishesOf(accept: string): ReadonlyMap<Form, Wish> {
  const wishes = new Map<Form, Wish>();
  for (const [at, item] of accept.toLowerCase().split(",").entries()) {
    const [range = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = weightOf(parameters);
    const exactly = TYPES.get(range);
    const exact = exactly === undefined ? Number(range !== "*/*") : 2;
    for (const form of exactly === undefined ? (RANGES.get(range) ?? []) : [exactly]) {
      const known = wishes.get(form);
      const own = { weight, exact, at };
      if (known === undefined || exact > known.exact || (exact === known.exact && weight > known.weight))
        wishes.set(form, own);
    }
  }
  return wishes;
}

/** Returns the weight in the parameters of a media range (RFC 9110 12.4.2): 1 if it is missing, 0 if it is invalid. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
  if (weight === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}

function isBefore(one: Wish, other: Wish): boolean {
  if (one.weight !== other.weight) return one.weight > other.weight;
  if (one.weight === 0) return false;
  if (one.exact !== other.exact) return one.exact > other.exact;
  return one.exact > 0 && one.at < other.at;
}
