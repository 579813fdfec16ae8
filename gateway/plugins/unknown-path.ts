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

/** Longer paths are not looked at. */
const PATH_MAX = 1000;
/** What callers write before a tool's name. */
const BEFORE = /^(api|v\d{1,2}|tools?)$/i;
const LIST = "GET /api/v1 lists the tools with their parameters.";

/** What a path without a route most likely means. */
type Meant = { readonly path: string; readonly retry: string | null };

/**
 * Says what a path without a route most likely means: a page with a slash at its end, or a tool by another name or in another place.
 * A path with a target in it leads to a report where it does not begin as the API's, every other path to the API.
 * @param routes the paths that have routes, once they are there.
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
    // Only to a path of this API: a path such as //example.com/ would redirect to another host.
    if (bare !== path && routeOf(paths(), bare) !== null && (method === "GET" || method === "HEAD"))
      return new Fault("moved", {
        detail: "Ask for this path without the slash at its end.",
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

  /** The tool of a name, of another word for it, or of a near one. */
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

  /** A page or document of this API in another folder. */
  function pageMeant(path: string): Meant | null {
    const last = decoded(path).replace(/\/+$/, "").split("/").at(-1) ?? "";
    const found =
      last === "" ? undefined : paths().find((one) => one.endsWith(`/${last}`) && !one.includes(":"));
    return found === undefined ? null : { path: found, retry: found };
  }
}

/** A tool's name in a path, without what stands before it, and what stands behind it: both decoded, empty where they are not there. */
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
