import { expect, test } from "bun:test";
import { Glob } from "bun";
import { contracts } from "../../app.ts";

const ROOT = `${import.meta.dir}/../../..`;
/** Matches words with an underscore, and string literals that consist only of words, such as lists of codes. */
const WORDS = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b|(["'`])[a-z0-9_ ]+\1/g;
const TESTS = /\.test\.ts$|\.fixture\.ts$|\/test\//;

/** All test files, and the lab's plan, which lists the expected findings of its domains. */
const files = (await Array.fromAsync(new Glob("{gateway,lab,services}/**/*.ts").scan({ cwd: ROOT }))).filter(
  (file) => !file.includes("node_modules/") && (file.startsWith("lab/") || TESTS.test(file)),
);
const texts = await Promise.all(
  files.map(async (file) => ({ file, text: await Bun.file(`${ROOT}/${file}`).text() })),
);

const whole = new Set(texts.flatMap(({ text }) => text.match(/\b[a-z]+\.[a-z0-9_]+\b/g) ?? []));

test.each(contracts.map(({ tool, findings }) => ({ tool, codes: Object.keys(findings) })))(
  "every finding of $tool has a test that names it, or that compares all codes",
  ({ tool, codes }) => {
    // Codes are also searched for without the tool's name, because the tests of a tool usually omit it.
    const own = texts.filter(({ file }) => file.startsWith("lab/") || file.includes(`/tools/${tool}/`));
    const words = new Set(own.flatMap(({ text }) => text.match(WORDS)?.join(" ").match(/\w+/g) ?? []));
    // A test that compares all codes of a tool with FINDINGS does not name the codes.
    const seesAll = own.some(({ text }) => text.includes("Object.keys(FINDINGS)"));
    const lacking = codes.filter(
      (code) => !seesAll && !whole.has(code) && !words.has(code.slice(tool.length + 1)),
    );
    expect(lacking).toEqual([]);
  },
);
