/** Forms of a report, the server's favourite first. */
export const FORMS = ["text", "markdown", "json", "html", "events"] as const;
export type Form = (typeof FORMS)[number];

/** Forms that are sent while the call is at work. */
export type StreamedForm = Extract<Form, "html" | "events">;
export function isStreamed(form: Form): form is StreamedForm {
  return form === "html" || form === "events";
}

/** Media types that ask for a form. */
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
/** Ranges of them, and the forms in each. */
const RANGES: ReadonlyMap<string, readonly Form[]> = new Map<string, readonly Form[]>([
  ["text/*", ["text", "markdown", "html"]],
  ["application/*", ["json"]],
  ["*/*", FORMS],
]);
/** A longer Accept is not read. The edge (proxy/conf.d/upstream.conf) passes none on either. */
const ACCEPT_MAX = 1000;

/** A form, and whether the caller named it: by `format`, or by its media type. */
export type ChosenForm = { readonly form: Form; readonly named: boolean };

/** What a header says of a form: the weight that it has, how exactly it was named (2: by its media type), and where. */
type Wish = { readonly weight: number; readonly exact: number; readonly at: number };
const NOT_NAMED: Wish = { weight: 0, exact: 0, at: 0 };

/**
 * The form of a report: the one that the query asks for, or else the one that Accept gives most weight (RFC 9110 12.5.1); of several
 * the one that is named most exactly, then the one that is named first. A client that names none of the forms gets text.
 * @param format the query's parameter, null where it is not sent.
 * @param accept the header, null where it is not sent.
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

/** What a header says of each form that it names: the most exact of its ranges counts. */
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

/** The weight among a range's parameters (RFC 9110 12.4.2): 1 where there is none, 0 where it is no weight. */
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
