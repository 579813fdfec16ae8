import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Client, linesOf, readFailures, runIn } from "./clients-run.ts";

/** Where bin/bench installs the generator, and a module that has what generated clients need. */
const installed = join(import.meta.dir, "../.tools/clients/go");

/** oapi-codegen: an answer is read where it has no member that its type has not, and is the same when it is written again. */
export const goClient: Client = async (above, answers) => {
  if (!existsSync(join(installed, "oapi-codegen"))) return "there is no Go that is recent enough (1.25)";
  const folder = join(above, "go");
  mkdirSync(folder);
  for (const file of ["go.mod", "go.sum"]) cpSync(join(installed, file), join(folder, file));
  const options = "-package main -generate types,client -o api.gen.go ../openapi.json".split(" ");
  await runIn(folder, join(installed, "oapi-codegen"), ...options);
  await Bun.write(join(folder, "answers.json"), JSON.stringify(answers));
  const schemas = [...new Set(answers.map(({ schema }) => schema))];
  const cases = schemas.map((schema) => `\tcase "${schema}":\n\t\treturn new(${schema})\n`);
  const source = await Bun.file(join(import.meta.dir, "clients-decode.go.txt")).text();
  await Bun.write(join(folder, "main.go"), source.replace("\t// CASES\n", cases.join("")));
  await runIn(folder, "go", "vet", ".");
  await runIn(folder, "go", "build", "-o", "read", ".");
  const failed = readFailures(await runIn(folder, "./read"));
  return { generator: "oapi-codegen 2.8.2", lines: await linesOf(folder, "api.gen.go"), failed };
};
