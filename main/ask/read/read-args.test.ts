import { describe, expect, test } from "bun:test";
import { withTarget } from "@dnstools/core/tool/report-path";
import { contracts } from "@dnstools/gateway";
import { OPTIONS } from "./options.ts";
import { readArgs } from "./read-args.ts";
import { SERVER_RULES } from "./server-rules.ts";

function contractOf(tool: string) {
  const found = contracts.find((contract) => contract.tool === tool);
  if (found === undefined) throw new Error(`no tool ${tool}`);
  return found;
}

const read = (words: string, env = {}) => {
  const [tool = "", ...args] = words.split(" ");
  return readArgs(contractOf(tool), args, env);
};

test("no option of the command is a parameter of a tool", () => {
  const own: readonly string[] = OPTIONS.map(({ name }) => name);
  for (const { params } of contracts)
    expect(Object.keys(params).filter((name) => own.includes(name))).toEqual([]);
});

test("every parameter of every tool is an option", () => {
  for (const { tool, params } of contracts)
    for (const [name, { example }] of Object.entries(params))
      expect(readArgs(contractOf(tool), [`--${name}`, example], {}).pairs).toEqual([[name, example]]);
});

test("words are read in any order, values with = and with a space", () => {
  expect(read("mail --selector=x example.com --evidence none --json")).toMatchObject({
    target: "example.com",
    pairs: [
      ["selector", "x"],
      ["evidence", "none"],
    ],
    form: "json",
    until: null,
    failOn: [],
  });
  expect(read("dns - --jsonl --jobs 64 --fail-on Warning,unknown")).toMatchObject({
    target: "-",
    form: "jsonl",
    jobs: 64,
    failOn: ["warning", "unknown"],
  });
  expect(read("mail a.com --until warning --every 5m")).toMatchObject({ until: "warning", everyS: 300 });
  expect(read("mail a.com --server http://a:1/x --key k")).toMatchObject({ key: "k" });
  expect(read("mail a.com --server http://a", { DNSTOOLS_KEY: "k2" })).toMatchObject({ key: "k2" });
  expect(read("mail a.com", { DNSTOOLS_KEY: "k2" })).toMatchObject({ key: null });
  expect(read("dns -- -x")).toMatchObject({ target: "-x" });
  expect(read("dns -h")).toMatchObject({ help: true });
});

describe("a wrong word is named, with what was meant", () => {
  test.each([
    ["dns a.com --typ MX", "There is no option --typ. Did you mean --type?"],
    ["dns a.com --jsn", "There is no option --jsn. Did you mean --json?"],
    ["dns a.com -x", "There is no option -x. The options are --domain, --type,"],
    ["dns a.com --selector x", "There is no option --selector."],
    ["dns a.com --type", "--type needs a value."],
    ["dns a.com --json=1", "--json takes no value."],
    ["dns a.com --jobs 4", "--jobs can only be used with - as the target."],
    ["dns - --jobs 0", "--jobs: Give a whole number from 1 to 64"],
    ["dns - --jobs 65", "--jobs: Give a whole number from 1 to 64"],
    ["dns - --json", "--json is for one name"],
    ["dns - --until pass", "--until waits for one name"],
    ["dns a.com --every 9s", "--every can only be used with --until."],
    ["dns a.com --until pass --every 4s", "--every: Give a time from 5s to 24h"],
    ["dns a.com --until pass --every soon", "--every: Give a time from 5s to 24h"],
    ["dns a.com --until psas", "--until: Give one of pass, warning."],
    ["dns a.com --fail-on warnin", "--fail-on: Give one of warning, unknown. Did you mean warning?"],
    ["dns a.com --key k", "--key can only be used with --server."],
    ["dns a.com --server ftp://a", "--server: Give the URL of an API"],
    ["dns a.com --server a.com", "--server: Give the URL of an API"],
    ["dns a.com --json --markdown", "Give either --json or --markdown."],
    ["dns a.com --json --json", "Give --json only once."],
    ["dns a.com b.com", "Give one target: a.com and b.com are two."],
  ])("%s", (words, says) => {
    expect(() => read(words)).toThrow(says);
  });
});

test.each([
  ["ssl", "www.example.com", "host"],
  ["ssl", "9.9.9.9", "host"],
  ["whois", "example.com", "domain"],
  ["whois", "9.9.9.9", "ip"],
  ["dnsbl", "example.com", "domain"],
  ["dnsbl", "2620:fe::fe", "ip"],
  ["reverse", "9.9.9.9", "ip"],
  ["mail", "9.9.9.9", "domain"],
])("%s: the target %s is its %s", (tool, target, parameter) => {
  expect(withTarget(contractOf(tool), target, [], SERVER_RULES)).toEqual([[parameter, target]]);
});
