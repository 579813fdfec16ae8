/** Links to other forms of a report. */
export type ReportLinks = {
  /** Path and query of the report itself. */
  readonly report: string;
  /** Path and query of the API call. */
  readonly json: string;
  /** Origin of this server, such as `https://dnstools.example`. Without an origin, no curl command is shown. */
  readonly origin?: string;
};

/** Returns the path if it is a path on this server; otherwise null, so that it is not rendered as a link. */
export function ownPath(path: string): string | null {
  return /^\/(?![/\\])/.test(path) ? path : null;
}

/** Returns the path of the same report in another format. */
export function inForm({ report }: ReportLinks, form: string): string | null {
  return ownPath(`${report}${report.includes("?") ? "&" : "?"}format=${form}`);
}

/** Parameters that the target in a report's path can stand for. */
const TARGETS = ["host", "domain", "ip"];

/** Returns the path of the report for an API call; null if the call has no report. */
export function reportPath(call: string): string | null {
  const [, tool, search = ""] = /^\/api\/v1\/([a-z]+)\?(.*)$/.exec(call) ?? [];
  const params = new URLSearchParams(search);
  const name = TARGETS.find((one) => params.has(one));
  const target = name === undefined ? null : params.get(name);
  if (tool === undefined || name === undefined || target === null) return null;
  // In the path of an `ssl` report, a name is a host unless the query says that it is a domain.
  if (tool !== "ssl" || name === "host") params.delete(name);
  const query = params.size === 0 ? "" : `?${params}`;
  return `/${tool}/${encodeURIComponent(target).replaceAll("%3A", ":")}${query}`;
}

/** Returns the curl command for the API call; null if the URL is not safe in a shell. */
export function curlLine({ origin, json }: ReportLinks): string | null {
  if (origin === undefined || ownPath(json) === null) return null;
  // Within single quotes only another single quote is special to a shell (POSIX 2.2.2), so it is percent-encoded.
  const url = `${origin}${json}`.replaceAll("'", "%27");
  return /^[\x21-\x7e]+$/.test(url) ? `curl -s '${url}'` : null;
}
