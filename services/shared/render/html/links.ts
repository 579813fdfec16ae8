/** Where else the same call can be read. */
export type ReportLinks = {
  /** The report's own path, with its query. */
  readonly report: string;
  /** The call of the API. */
  readonly json: string;
  /** Of this server, as `https://dnstools.example`; without it there is no line for curl. */
  readonly origin?: string;
};

/** A path of this server; null of anything else, which is no link then. */
export function ownPath(path: string): string | null {
  return /^\/(?![/\\])/.test(path) ? path : null;
}

/** The same report in another form. */
export function inForm({ report }: ReportLinks, form: string): string | null {
  return ownPath(`${report}${report.includes("?") ? "&" : "?"}format=${form}`);
}

/** Parameters that can be the target of a report's path. */
const TARGETS = ["host", "domain", "ip"];

/** The report of a call of the API; null where the call has none. */
export function reportPath(call: string): string | null {
  const [, tool, search = ""] = /^\/api\/v1\/([a-z]+)\?(.*)$/.exec(call) ?? [];
  const params = new URLSearchParams(search);
  const name = TARGETS.find((one) => params.has(one));
  const target = name === undefined ? null : params.get(name);
  if (tool === undefined || name === undefined || target === null) return null;
  // A name in a path of `ssl` is a host, where the query does not say that it is a domain.
  if (tool !== "ssl" || name === "host") params.delete(name);
  const query = params.size === 0 ? "" : `?${params}`;
  return `/${tool}/${encodeURIComponent(target).replaceAll("%3A", ":")}${query}`;
}

/** The line that makes the same call; null where the address could mean anything else to a shell. */
export function curlLine({ origin, json }: ReportLinks): string | null {
  if (origin === undefined || ownPath(json) === null) return null;
  // Between single quotes a shell reads only the next of them (POSIX 2.2.2); a URL has it escaped as well.
  const url = `${origin}${json}`.replaceAll("'", "%27");
  return /^[\x21-\x7e]+$/.test(url) ? `curl -s '${url}'` : null;
}
