import { file, integer, url } from "@dnstools/server/config/read-setting";
import { type ConfigOf, setting } from "@dnstools/server/config/settings";

const httpsUrl = url(
  ({ protocol, username }) => protocol === "https:" && username === "",
  "set a URL that begins with https://",
);

/**
 * Parses a file of names to look for below a domain, one name of one or more labels per line. Lines that begin with #
 * are comments.
 */
const words = file<readonly string[]>("a file", [], (text) => {
  const lines = text
    .split("\n")
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const wrong = lines.find((line) => !/^(?=.{1,120}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(line));
  if (wrong !== undefined) return { problem: `this line is not a valid name: ${wrong.slice(0, 80)}` };
  return lines.length > 0 ? { value: [...new Set(lines)] } : { problem: "the file contains no names" };
});

/** Settings that only the analysis service's tools use. */
export const SETTINGS = {
  RESOLVER_LIST_URL: setting(
    "",
    "URL of a list of public resolvers, fetched once a day, that the tool propagation uses in addition to its own resolvers: a CSV file such as https://public-dns.info/nameservers.csv. Empty for no list.",
    httpsUrl,
  ),
  SCOUT_QUESTIONS: setting(
    "2000",
    "Maximum number of DNS queries in one call of the tool scout; 0 for no limit.",
    integer(0, 1_000_000),
  ),
  SCOUT_WORDS: setting(
    "",
    "File of names, one per line, that the tool scout looks for below a domain instead of its own 300 names.",
    words,
  ),
} as const;

/** Values of the analysis service's settings. */
export type AnalysisConfig = ConfigOf<typeof SETTINGS>;
