import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PRODUCT } from "@dnstools/lab/support/product";
import { run, runWith } from "@dnstools/lab/support/run";
import { until } from "@dnstools/lab/support/until";

const folder = mkdtempSync(join(tmpdir(), "dnstools-"));
const SHELLS = ["bash", "zsh", "fish"] as const;
const file = (shell: string) => join(folder, `completion.${shell}`);

beforeAll(async () => {
  for (const shell of SHELLS) writeFileSync(file(shell), await run(...PRODUCT, "completion", shell));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Texts typed before the Tab key, each with the text that it is completed to. */
const TYPED: readonly (readonly [typed: string, becomes: string])[] = [
  ["dnstools comp", "dnstools completion "],
  ["dnstools completion z", "dnstools completion zsh "],
  ["dnstools help prop", "dnstools help propagation "],
  ["dnstools dns a.com --type=CN", "dnstools dns a.com --type=CNAME "],
  ["dnstools dns a.com --type NAP", "dnstools dns a.com --type NAPTR "],
  ["dnstools ssl a.com --service smtp2", "dnstools ssl a.com --service smtp25 "],
  ["dnstools mail a.com --sel", "dnstools mail a.com --selector"],
  ["dnstools scout a.com --sections sub", "dnstools scout a.com --sections subdomains "],
  ["dnstools mail a.com --markd", "dnstools mail a.com --markdown "],
  ["dnstools mail a.com --fail-on unk", "dnstools mail a.com --fail-on unknown "],
  ["dnstools --targ", "dnstools --target="],
  ["dnstools --target=gate", "dnstools --target=gateway "],
];

/** The bell character, which the shell sends if there are several completions. */
const BELL = "\u0007";

/** Commands that start each shell without the user's files and load the completion script. */
const INTERACTIVE = {
  bash: { command: ["bash", "--norc", "--noprofile", "-i"], setUp: (path: string) => `source ${path}` },
  zsh: {
    command: ["zsh", "-f", "-i"],
    setUp: (path: string) => `autoload -Uz compinit; compinit -D -u; source ${path}`,
  },
} as const;

describe.each(["bash", "zsh"] as const)("%s", (shell) => {
  test("completes tools, options and values", async () => {
    const { command, setUp } = INTERACTIVE[shell];
    let shown = "";
    const decoder = new TextDecoder();
    const child = Bun.spawn([...command], {
      env: { PATH: process.env["PATH"] ?? "", TERM: "xterm", HOME: folder, PS1: "> " },
      terminal: {
        cols: 200,
        rows: 50,
        data(_, bytes) {
          shown += decoder.decode(bytes, { stream: true });
        },
      },
    });
    // READY is written in two parts, so that the terminal's echo of the command does not match.
    child.terminal?.write(`${setUp(file(shell))}; echo READY"-now"\n`);
    await until(() => shown.includes("READY-now"));
    for (const [typed, becomes] of TYPED) {
      shown = "";
      child.terminal?.write(`${typed}\t`);
      await until(() => Bun.stripANSI(shown).replaceAll(BELL, "").includes(becomes));
      // Types Ctrl-U, which clears the line.
      child.terminal?.write("\u0015");
    }
    child.terminal?.write("exit\n");
    await child.exited;
  });
});

test("fish completes tools, options and values", async () => {
  for (const [typed, becomes] of TYPED) {
    const script = `source ${file("fish")}; complete -C ${JSON.stringify(typed)}`;
    const found = await run("fish", "--no-config", "-c", script);
    const words = found.split("\n").map((line) => line.split("\t")[0]);
    // Removes the = and the space at the end, which fish adds itself.
    const last = becomes.trimEnd().split(" ").at(-1)?.replace(/=$/, "") ?? "";
    expect({ typed, words }).toEqual({ typed, words: expect.arrayContaining([last]) });
  }
});

test("the manual page has nothing that mandoc warns of", async () => {
  const page = await run(...PRODUCT, "man");
  expect(await runWith(page, "mandoc", "-T", "lint", "-W", "warning")).toBe("");
  const shown = await runWith(page, "mandoc", "-T", "html");
  for (const heading of ["NAME", "TOOLS", "OPTIONS_OF_EVERY_TOOL", "EXIT_STATUS", "ENVIRONMENT", "EXAMPLES"])
    expect(shown).toContain(`id="${heading}"`);
});
