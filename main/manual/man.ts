import { EXIT_CODES } from "../ask/output/exit-code.ts";
import { KEY_VARIABLE, type Option } from "../ask/read/options.ts";
import { BUILD } from "../build-info.ts";
import { OTHERS, SERVING, type ToolCommand } from "./words.ts";

/**
 * Returns the manual page in roff with man macros: `dnstools man | man -l -`.
 * @param day date of the page, such as 2026-11-23
 */
export function manPage(tools: readonly ToolCommand[], day: string): string {
  const [first] = tools;
  return `${[
    `.TH DNSTOOLS 1 ${day} ${quoted(`dnstools ${BUILD.version}`)} "User Commands"`,
    section("NAME"),
    `dnstools \\- check what is wrong with a domain, and what could not be determined`,
    section("SYNOPSIS"),
    SYNOPSIS,
    section("DESCRIPTION"),
    text(
      "A tool queries the network about a domain, a host or an address, and prints a report: the verdict, what to do, and the evidence. Anything that could not be determined is reported as unknown, with the reason, and never as no.",
    ),
    ".PP",
    text(
      "The target is used for the first parameter of the tool that accepts it. With \\-, each line of standard input is a target; a line for each target is printed as soon as its answer has arrived.",
    ),
    section("TOOLS"),
    ...tools.flatMap(({ tool, summary, description, params }) => [
      ".TP",
      `.B ${tool}`,
      text(`${summary}. ${description}`),
      ".RS",
      ...params.flatMap(option),
      ".RE",
    ]),
    section("OPTIONS OF EVERY TOOL"),
    ...(first?.options ?? []).flatMap(option),
    section("OTHER COMMANDS"),
    ...OTHERS.flatMap(({ word, description, next }) => [
      ".TP",
      `.B ${escaped([word, ...(next.length === 0 ? [] : [next.join("|")])].join(" "))}`,
      text(description),
    ]),
    ...SERVING.flatMap(option),
    section("EXIT STATUS"),
    "With several names, the worst exit code counts.",
    ...EXIT_CODES.flatMap(([code, what]) => [".TP", `.B ${code}`, text(what)]),
    section("ENVIRONMENT"),
    text("All settings of a server apply, such as:"),
    ...ENVIRONMENT.flatMap(([name, what]) => [".TP", `.B ${name}`, text(what)]),
    section("EXAMPLES"),
    ...tools.flatMap(({ examples }) =>
      examples.flatMap(({ command, shows }) => [".TP", `.B ${escaped(command)}`, text(shows)]),
    ),
  ].join("\n")}\n`;
}

const SYNOPSIS = [
  ".B dnstools",
  '.RI "TOOL TARGET [OPTIONS]"',
  ".br",
  ".B dnstools",
  '.RI "TOOL \\- [OPTIONS] < FILE"',
  ".br",
  ".B dnstools \\-\\-target=PART",
].join("\n");

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["DNS_RESOLVERS", "The resolvers to use. If empty, the resolvers in /etc/resolv.conf are used."],
  ["EGRESS_ALLOW", "Address blocks that may be queried although they are not public."],
  [
    "DATA_DIR",
    "A folder that keeps downloaded lists, such as IANA's list of RDAP servers, between runs. If not set, no files are written.",
  ],
  [KEY_VARIABLE, "The API key for --server."],
  ["NO_COLOR, FORCE_COLOR", "Disable colours, or enable colours even if standard output is not a terminal."],
];

function section(name: string): string {
  return `.SH ${name}`;
}

function option({ name, value, values, description }: Option): readonly string[] {
  const listed = values === undefined ? "" : ` One of ${values.join(", ")}.`;
  const head =
    value === null ? `.B ${escaped(`--${name}`)}` : `.BI ${quoted(`${escaped(`--${name}`)} `)} ${value}`;
  return [
    ".TP",
    head,
    text(description.includes(values?.join(", ") ?? "\0") ? description : description + listed),
  ];
}

/** Formats a paragraph with one sentence per line. No line can be mistaken for a roff request. */
function text(words: string): string {
  return escaped(words)
    .split(/(?<=[.:;]) /)
    .map((line) => line.replace(/^[.']/, "\\&$&"))
    .join("\n");
}

function escaped(words: string): string {
  return words
    .replace(/\\(?!-)/g, "\\e")
    .replace(/(?<!\\)-/g, "\\-")
    .replaceAll("\n", " ");
}

function quoted(words: string): string {
  return `"${words.replaceAll('"', "\\(dq")}"`;
}
