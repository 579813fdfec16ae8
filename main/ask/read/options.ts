/** An option of the command itself, beside those that are parameters of a tool. */
export type Option = {
  readonly name: string;
  /** What stands for its value in help; null where it takes none. */
  readonly value: string | null;
  /** The values it takes, where they are few. */
  readonly values?: readonly string[];
  readonly description: string;
};

/** Jobs at the same time, and how many there are where --jobs does not say. */
export const JOBS_MAX = 64;
export const JOBS = 8;

/** Seconds between two turns of --until. */
export const EVERY_MIN_S = 5;
export const EVERY_MAX_S = 86_400;
export const EVERY_S = 60;

/** What --until waits for, and which further statuses end the command with 1. */
export const UNTIL = ["pass", "warning"] as const;
export const FAIL_ON = ["warning", "unknown"] as const;

/** The variable that holds the key of --server, so that it is not among the words that other users of the machine can see. */
export const KEY_VARIABLE = "DNSTOOLS_KEY";

export const OPTIONS = [
  {
    name: "json",
    value: null,
    description: "Print the answer as the API gives it, indented where standard output is a terminal.",
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
    description: `With -: names that are asked about at the same time, from 1 to ${JOBS_MAX}. Default: ${JOBS}.`,
  },
  {
    name: "until",
    value: "STATUS",
    values: UNTIL,
    description:
      "Ask again until the answer's status is this or better. `dnstools propagation NAME --until pass` ends when a change has arrived.",
  },
  {
    name: "every",
    value: "TIME",
    description: `With --until: the time between two turns, such as 90s, 5m or 1h, at least ${EVERY_MIN_S}s. Default: ${EVERY_S}s.`,
  },
  {
    name: "fail-on",
    value: "STATUS",
    values: FAIL_ON,
    description: "End with exit code 1 at this status too; several with commas between.",
  },
  {
    name: "server",
    value: "URL",
    description: "Ask the API of a server instead of the network. It counts the call against its limit.",
  },
  {
    name: "key",
    value: "KEY",
    description: `With --server: the API key. Other users of this machine can see it here: ${KEY_VARIABLE} in the environment is safer.`,
  },
  { name: "help", value: null, description: "Print what the command takes." },
] as const satisfies readonly Option[];

export type OptionName = (typeof OPTIONS)[number]["name"];
