import { EXIT_CODES } from "../ask/output/exit-code.ts";
import { KEY_VARIABLE, type Option } from "../ask/read/options.ts";
import { BUILD } from "../build-info.ts";
import { OTHERS, SERVING, type ToolCommand } from "./words.ts";

/** The manual page, in the man macros of roff: `dnstools man | man -l -`. @param day the page's, as 2026-11-23. */
export function manPage(tools: readonly ToolCommand[], day: string): string {
  const [first] = tools;
  return `${[
    `.TH DNSTOOLS 1 ${day} ${quoted(`dnstools ${BUILD.version}`)} "User Commands"`,
    section("NAME"),
    `dnstools \\- ask what is wrong with a domain, and what could not be found out`,
    section("SYNOPSIS"),
    SYNOPSIS,
    section("DESCRIPTION"),
    text(
      "A tool asks the network about a domain, a host or an address, in this process, and prints a report: the verdict, what to do, and what it rests on. What could not be found out is unknown, with the reason, and never no.",
    ),
    ".PP",
    text(
      "The target goes to the first parameter of the tool that takes it. With \\- each line of standard input is a target; a line for each is printed in the order in which they are answered.",
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
      `.B ${[word, ...(next.length === 0 ? [] : [next.join("|")])].join(" ")}`,
      text(description),
    ]),
    ...SERVING.flatMap(option),
    section("EXIT STATUS"),
    "Of several names that of the worst.",
    ...EXIT_CODES.flatMap(([code, what]) => [".TP", `.B ${code}`, text(what)]),
    section("ENVIRONMENT"),
    text("The settings of a server, such as:"),
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
  ["DNS_RESOLVERS", "The resolvers to ask. Empty: those of /etc/resolv.conf."],
  ["EGRESS_ALLOW", "Blocks that may be asked though they are not public."],
  [
    "DATA_DIR",
    "A folder in which lists of others, such as IANA's of RDAP servers, are kept between runs. Not set: none.",
  ],
  [KEY_VARIABLE, "The API key for --server."],
  ["NO_COLOR, FORCE_COLOR", "No colours, or colours also where standard output is no terminal."],
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

/** A paragraph: a sentence a line, and no line that roff would take for a request. */
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
