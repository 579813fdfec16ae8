import { describe } from "@dnstools/server/log";
import { BUILD } from "./main/build-info.ts";
import { COMMANDS } from "./main/commands.ts";
import { removeProxyVariables } from "./main/proxy-variables.ts";
import { TARGETS, type Target } from "./main/targets.ts";

// Each command loads only its own code, so that a tool command does not have to load the server's code.

process.on("uncaughtException", die);
process.on("unhandledRejection", die);
removeProxyVariables(process.env);
void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--version")) {
    console.log(`${BUILD.version} (${BUILD.revision})`);
    return;
  }
  const command = COMMANDS.get(args[0] ?? "");
  if (command !== undefined) {
    process.exitCode = await command(args.slice(1));
    return;
  }
  const target = await targetOf(args);
  if (target === null) return;
  const { serveTarget } = await import("./main/serve.ts");
  await serveTarget(target, args.includes("--example"));
}

/**
 * Parses the target to serve. Returns null if the arguments request something else; then help or an error is printed.
 */
async function targetOf(args: readonly string[]): Promise<Target | null> {
  const at = args.indexOf("--target");
  // Accepts `--target NAME` as well as `--target=NAME`.
  const words = at === -1 ? args : args.toSpliced(at, 2, `--target=${args[at + 1]}`);
  const known = /^--(target=.*|example)$/;
  const named = words.find((word) => word.startsWith("--target="))?.slice("--target=".length);
  const target = TARGETS.find((t) => t === named);
  if (target !== undefined && words.every((word) => known.test(word))) return target;
  const { notUnderstood, printHelp } = await import("./main/manual/manual.ts");
  const [first = ""] = args;
  process.exitCode = first === "--help" || first === "-h" ? await printHelp([]) : notUnderstood(first);
  return null;
}

function die(error: unknown): never {
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      level: "error",
      message: "stopped by an error",
      error: describe(error),
    }),
  );
  process.exit(1);
}
