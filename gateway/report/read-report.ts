import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { oneOf, type ParamRules } from "@dnstools/core/tool/params";
import type { Parsed } from "@dnstools/core/tool/parsed";
import { callMeant } from "@dnstools/core/tool/query/retry";
import { type Pairs, reportHref, withTarget } from "@dnstools/core/tool/report-path";
import { pathOf, searchOf } from "@dnstools/server/http/http";
import { type Asked, readCall } from "@dnstools/server/run/read-input";
import { type ChosenForm, chooseForm, FORMS, type Form } from "./choose-form.ts";

/** Name of the parameter that exists for reports but not for API calls. */
const FORMAT = "format";

/** Other names that callers use for formats. */
const OTHER_NAMES: ReadonlyMap<string, Form> = new Map([
  ["md", "markdown"],
  ["txt", "text"],
  ["plain", "text"],
  ["htm", "html"],
]);

const formats = oneOf(FORMS, {
  description: "The format of a report.",
  example: "markdown",
  hint: (sent) => {
    const value = OTHER_NAMES.get(sent);
    return value === undefined ? null : { message: `Did you mean ${value}?`, value };
  },
});

/** The data that is needed to parse a call. */
export type Readings = { readonly contracts: readonly Contract[]; readonly rules: ParamRules };

/**
 * Parses a report request, which has its target in the path. The rules and problems are those of the API call, but
 * suggestions are paths of reports.
 * @throws Fault invalid_parameter, target_denied
 */
export function readReport(
  contract: Contract,
  request: Request,
  { contracts, rules }: Readings,
): Asked & ChosenForm {
  const { format: read, pairs } = takeFormat([...new URLSearchParams(searchOf(request.url))]);
  const call = withTarget(contract, targetOf(request.url), pairs, rules);
  const leadTo = (href: string | null | undefined, form: string | null) =>
    reportAt(href ?? null, form, { contracts, rules });
  if (!read.ok) {
    const { message, instead } = read;
    const value = instead?.value ?? null;
    const retry = leadTo(callMeant({ contract, pairs: call }, contracts, rules), value);
    throw new Fault("invalid_parameter", {
      detail: `${FORMAT}: ${message}`,
      errors: [{ parameter: FORMAT, message, ...(value === null ? {} : { suggestion: value }) }],
      ...(retry === null ? {} : { retry }),
    });
  }
  try {
    const asked = readCall(contract, call, rules, contracts);
    return { ...asked, ...chooseForm(read.value, request.headers.get("accept")) };
  } catch (error) {
    const retry = error instanceof Fault ? leadTo(error.options.retry, read.value) : null;
    throw error instanceof Fault && retry !== null
      ? new Fault(error.code, { ...error.options, retry })
      : error;
  }
}

/** Returns the format in which a report's problem is sent, even if the request cannot be parsed. */
export function formOf({ url, headers }: Pick<Request, "url" | "headers">): Form {
  const { format } = takeFormat([...new URLSearchParams(searchOf(url))]);
  return chooseForm(format.ok ? format.value : null, headers.get("accept")).form;
}

/**
 * Returns the path of the report for an API call; null if the call has no report.
 * @param href path and query of the API call
 * @param form value of `format` in the result; null to omit it
 */
export function reportAt(
  href: string | null,
  form: string | null,
  { contracts, rules }: Readings,
): string | null {
  const [path, query = ""] = (href ?? "").split("?", 2);
  const contract = contracts.find(({ tool }) => toolPath(tool) === path);
  if (contract === undefined) return null;
  const pairs: Pairs = [...new URLSearchParams(query)];
  return reportHref(contract, form === null ? pairs : [...pairs, [FORMAT, form]], rules);
}

/** Removes `format` from a query and parses its value; null if the parameter is missing. */
export function takeFormat(pairs: Pairs): { readonly format: Parsed<Form | null>; readonly pairs: Pairs } {
  const [first, ...more] = pairs.flatMap(([name, value]) => (name === FORMAT ? [value] : []));
  if (first === undefined) return { format: { ok: true, value: null }, pairs };
  const format: Parsed<Form> =
    more.length > 0 ? { ok: false, message: `Send ${FORMAT} once.` } : formats.parse(first, NO_RULES);
  return { format, pairs: pairs.filter(([name]) => name !== FORMAT) };
}
const NO_RULES: ParamRules = { allow: [], deny: { names: [], blocks: [] } };

/** Returns the last segment of a path. It is decoded like a query value, so that it causes the same problems. */
export function targetOf(url: string): string {
  const path = pathOf(url);
  const part = path.slice(path.lastIndexOf("/") + 1);
  return new URLSearchParams(`target=${part.replace(/[+&]/g, encodeURIComponent)}`).get("target") ?? "";
}
