import { file, integer, url } from "@dnstools/server/config/read-setting";
import { type ConfigOf, setting } from "@dnstools/server/config/settings";

const httpsUrl = url(
  ({ protocol, username }) => protocol === "https:" && username === "",
  "set a URL that begins with https://",
);

/** Names below a domain: one or more labels a line; what begins with # is a remark. */
const words = file<readonly string[]>("a file", [], (text) => {
  const lines = text
    .split("\n")
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const wrong = lines.find((line) => !/^(?=.{1,120}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(line));
  if (wrong !== undefined) return { problem: `this line is no name: ${wrong.slice(0, 80)}` };
  return lines.length > 0 ? { value: [...new Set(lines)] } : { problem: "the file has no name" };
});

/** Settings of the analysis service's tools alone. */
export const SETTINGS = {
  RESOLVER_LIST_URL: setting(
    "",
    "List of public resolvers that propagation adds to its own, fetched once a day: a CSV such as https://public-dns.info/nameservers.csv. Empty: none.",
    httpsUrl,
  ),
  SCOUT_QUESTIONS: setting(
    "2000",
    "Questions that one call of scout asks at most; 0 lifts it.",
    integer(0, 1_000_000),
  ),
  SCOUT_WORDS: setting(
    "",
    "File of names, one a line, that scout looks for below a domain in place of its own 300.",
    words,
  ),
} as const;

export type AnalysisConfig = ConfigOf<typeof SETTINGS>;
