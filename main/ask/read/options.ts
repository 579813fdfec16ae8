/** An option of the command-line program, with its help text. */
export type Option = {
  readonly name: string;
  /** Placeholder for the value in the help text; null if the option has no value. */
  readonly value: string | null;
  /** The allowed values, if there are only a few of them. */
  readonly values?: readonly string[];
  readonly description: string;
};

/** Maximum of --jobs, the number of concurrent calls. */
export const JOBS_MAX = 64;
/** Default of --jobs, the number of concurrent calls. */
export const JOBS = 8;

/** Minimum of --every, the interval between repeated calls, in seconds. */
export const EVERY_MIN_S = 5;
/** Maximum of --every, the interval between repeated calls, in seconds. */
export const EVERY_MAX_S = 86_400;
/** Default of --every, the interval between repeated calls, in seconds. */
export const EVERY_S = 60;

/** Values of --until, the status at which repeated calls end. */
export const UNTIL = ["pass", "warning"] as const;
/** Values of --fail-on, the statuses that also count as a failure. */
export const FAIL_ON = ["warning", "unknown"] as const;

/**
 * Name of the environment variable with the API key for --server. Unlike an argument, the variable is not visible to
 * other users of the machine.
 */
export const KEY_VARIABLE = "DNSTOOLS_KEY";

/** The options of every tool command. */
export const OPTIONS = [
  {
    name: "json",
    value: null,
    description: "Print the answer as the API returns it, indented if standard output is a terminal.",
  },
  { name: "markdown", value: null, description: "Print the report as Markdown." },
  {
    name: "jsonl",
    value: null,
    description: "Print one line of JSON for each name: its name, and its answer or problem.",
  },
  {
    name: "jobs",
    value: "NUMBER",
    description: `With -: number of names to check at the same time, from 1 to ${JOBS_MAX}. Default: ${JOBS}.`,
  },
  {
    name: "until",
    value: "STATUS",
    values: UNTIL,
    description:
      "Repeat the call until the status of the answer is this or better. `dnstools propagation NAME --until pass` ends when a change has arrived.",
  },
  {
    name: "every",
    value: "TIME",
    description: `With --until: the time between two calls, such as 90s, 5m or 1h, at least ${EVERY_MIN_S}s. Default: ${EVERY_S}s.`,
  },
  {
    name: "fail-on",
    value: "STATUS",
    values: FAIL_ON,
    description: "Also end with exit code 1 for this status; separate several statuses by commas.",
  },
  {
    name: "server",
    value: "URL",
    description:
      "Call the API of a server instead of querying the network. The call counts against the server's limit.",
  },
  {
    name: "key",
    value: "KEY",
    description: `With --server: the API key. Other users of this machine can see command-line options; the environment variable ${KEY_VARIABLE} is safer.`,
  },
  { name: "help", value: null, description: "Print the parameters and options of the command." },
] as const satisfies readonly Option[];

/** Name of an option of every tool command. */
export type OptionName = (typeof OPTIONS)[number]["name"];
