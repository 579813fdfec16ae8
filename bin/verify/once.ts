import { Glob } from "bun";

/** Actions that only one file of the product may contain, each with a pattern of their code. */
const ONCE: readonly { readonly what: string; readonly text: RegExp; readonly file: string }[] = [
  {
    what: "writes the headers of the limit",
    text: /"x-ratelimit-|\["ratelimit/,
    file: "gateway/plugins/limit-headers.ts",
  },
  { what: "writes headers of CORS", text: /"access-control-/, file: "gateway/plugins/cors.ts" },
  { what: "charges a client's limit", text: /\blimiter\.charge\(/, file: "gateway/plugins/rate-limit.ts" },
];

/** Checks that each step of the gateway's chain is written only once, in its own file. @returns the problems. */
export async function checkOnce(root: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for await (const path of new Glob("{gateway,services}/**/*.{ts,tsx}").scan({ cwd: root })) {
    if (/node_modules|\.test\.ts$|\.fixture\.ts$|\/test\//.test(path)) continue;
    const text = await Bun.file(`${root}/${path}`).text();
    for (const { what, text: own, file } of ONCE)
      if (path !== file && own.test(text)) problems.push(`${path}: only ${file} ${what}`);
  }
  return problems;
}
