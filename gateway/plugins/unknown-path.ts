import { nearest } from "@dnstools/core/nearest";
import { percentDecoded } from "@dnstools/core/percent-decoded";
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import type { ParamRules } from "@dnstools/core/tool/params";
import { callMeant } from "@dnstools/core/tool/query/retry";
import { plainWord, TOOL_SYNONYMS } from "@dnstools/core/tool/query/synonyms";
import { type Pairs, withTarget } from "@dnstools/core/tool/report-path";
import { routeOf, searchOf } from "@dnstools/server/http/http";
import { reportAt, takeFormat } from "../report/read-report.ts";

/** Maximum length of a path for which a suggestion is made. */
const PATH_MAX = 1000;
/** Matches path segments that callers write before the name of a tool. */
const BEFORE = /^(api|v\d{1,2}|tools?)$/i;
const LIST = "GET /api/v1 lists the tools with their parameters.";

/** The path that the caller probably meant, and a suggested call. */
type Meant = { readonly path: string; readonly retry: string | null };

/**
 * Creates a function that returns the fault for a path without a route. The fault suggests what the caller probably
 * meant: the path without its trailing slash, a tool with a different name or path, or a page. For a path with a
 * target, the suggestion is a report, unless the path begins like the API.
 * @param routes returns the paths of all routes; called on the first request
 */
export function createUnknownPath(
  contracts: readonly Contract[],
  rules: ParamRules,
  routes: () => readonly string[],
): (request: Request, path: string) => Fault {
  let known: readonly string[] | null = null;
  const paths = () => {
    known ??= routes();
    return known;
  };
  return ({ method, url }, path) => {
    if (path.length > PATH_MAX) return new Fault("unknown_path", { detail: LIST });
    const bare = path.replace(/\/+$/, "");
    // Only redirects to known routes: a path such as //example.com/ would redirect to another host.
    if (bare !== path && routeOf(paths(), bare) !== null && (method === "GET" || method === "HEAD"))
      return new Fault("moved", {
        detail: "Request this path without the trailing slash.",
        location: bare + searchOf(url),
      });
    const meant = toolMeant(path, searchOf(url)) ?? pageMeant(path);
    if (meant === null) return new Fault("unknown_path", { detail: LIST });
    const detail = `Did you mean ${meant.path}? ${LIST}`;
    return new Fault("unknown_path", meant.retry === null ? { detail } : { detail, retry: meant.retry });
  };

  function toolMeant(path: string, search: string): Meant | null {
    const [name, target] = nameAndTarget(path);
    const contract = contractOf(name);
    if (contract === undefined) return null;
    const { tool } = contract;
    const sent: Pairs = [...new URLSearchParams(search)];
    const leadTo = (pairs: Pairs) => callMeant({ contract, pairs }, contracts, rules);
    if (target === "") return { path: toolPath(tool), retry: leadTo(sent) };
    const about = (pairs: Pairs) => leadTo(withTarget(contract, target, pairs, rules));
    if (BEFORE.test(path.split("/")[1] ?? "")) return { path: toolPath(tool), retry: about(sent) };
    const { format, pairs } = takeFormat(sent);
    const form = format.ok ? format.value : null;
    return { path: `/${tool}/{target}`, retry: reportAt(about(pairs), form, { contracts, rules }) };
  }

  /** Returns the tool with the given name or synonym, or with a similar name. */
  function contractOf(name: string): Contract | undefined {
    const word = plainWord(name);
    const near = nearest(
      word,
      contracts.map(({ tool }) => tool),
    );
    return (
      contracts.find(({ tool }) => tool === word) ??
      contracts.find(({ tool }) => TOOL_SYNONYMS[tool].includes(word)) ??
      contracts.find(({ tool }) => tool === near)
    );
  }

  /** Returns a page or document of this API that has the same file name as the path, in a different folder. */
  function pageMeant(path: string): Meant | null {
    const last = decoded(path).replace(/\/+$/, "").split("/").at(-1) ?? "";
    const found =
      last === "" ? undefined : paths().find((one) => one.endsWith(`/${last}`) && !one.includes(":"));
    return found === undefined ? null : { path: found, retry: found };
  }
}

/** Returns the decoded name of the tool in a path, and the text after the name. A missing part is an empty string. */
function nameAndTarget(path: string): readonly [name: string, target: string] {
  const parts = decoded(path).split("/");
  const at = parts.findIndex((part) => part !== "" && !BEFORE.test(part));
  if (at === -1) return ["", ""];
  const target = parts.slice(at + 1).join("/");
  return [parts[at] ?? "", target.replace(/^\/+|\/+$/g, "")];
}

function decoded(path: string): string {
  return percentDecoded(path) ?? path;
}
