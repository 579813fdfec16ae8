import { expect, test } from "bun:test";
import { contracts } from "@dnstools/gateway";
import { readArgs } from "../ask/read/read-args.ts";
import { TOOL_NAMES, TOOLS } from "../tools.ts";
import { overview, toolHelp } from "./help.ts";
import { manPage } from "./man.ts";
import { toolCommand } from "./words.ts";

test("the tools are those of the contracts, in their services", () => {
  expect(Object.entries(TOOLS).sort()).toEqual(
    contracts.map(({ tool, service }) => [tool, service] as [typeof tool, typeof service]).sort(),
  );
});

test("help names every tool and every option, in lines of 80 columns", () => {
  const all = overview(contracts);
  for (const tool of TOOL_NAMES) expect(all).toContain(`  ${tool} `);
  for (const contract of contracts) {
    const help = toolHelp(contract);
    const { params, options } = toolCommand(contract);
    for (const { name } of [...params, ...options]) expect(help).toContain(`  --${name}`);
    const prose = help.split("\n").filter((line) => !line.startsWith("  dnstools "));
    expect(prose.filter((line) => line.length > 80)).toEqual([]);
  }
});

test("every example is a command that is understood", () => {
  for (const contract of contracts) {
    for (const { command } of toolCommand(contract).examples) {
      const { stdout } = Bun.spawnSync(["bash", "-c", `printf '%s\\0' ${command}`]);
      const [, tool, ...args] = stdout.toString().split("\0").slice(0, -1);
      expect(tool).toBe(contract.tool);
      readArgs(contract, args, {});
    }
  }
});

test("no line of the manual page is taken for a request by accident", () => {
  const requests = manPage(contracts.map(toolCommand), "2026-11-23")
    .split("\n")
    .filter((line) => /^[.']/.test(line));
  expect(new Set(requests.map((line) => line.split(" ")[0]))).toEqual(
    new Set([".TH", ".SH", ".B", ".BI", ".RI", ".br", ".PP", ".TP", ".RS", ".RE"]),
  );
});
