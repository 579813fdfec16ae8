import { describe } from "@dnstools/server/log";
import { BUILD } from "./main/build-info.ts";
import { COMMANDS } from "./main/commands.ts";
import { TARGETS, type Target } from "./main/targets.ts";

// Each command loads its own code: whoever asks a tool does not wait for the code that serves.

const USAGE = `Usage: dnstools --target=${TARGETS.join("|")} [--example]
       dnstools keys create|list|show|revoke|rotate|backup|restore ...
       dnstools healthcheck [URL]
       dnstools proxy render FOLDER
       dnstools proxy metrics
       dnstools --version
  --target     what this process serves: everything, or one part of it
  --example    print an address to try, for people
  healthcheck  ask whether the process with these settings is ready
  proxy        nginx's configuration, and the metrics beside it
From source, dnstools is \`bun main.ts\`.
Settings are environment variables; deploy/README.md lists them.`;

process.on("uncaughtException", die);
process.on("unhandledRejection", die);
// What leaves this process goes where it is told to, not where a proxy setting of the machine would send it.
for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) {
  delete process.env[name];
  delete process.env[name.toLowerCase()];
}
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
  const target = targetOf(args);
  const { serveTarget } = await import("./main/serve.ts");
  await serveTarget(target, args.includes("--example"));
}

function targetOf(args: readonly string[]): Target {
  const known = /^--(target=.*|example)$/;
  const named = args.find((arg) => arg.startsWith("--target="))?.slice("--target=".length);
  const target = TARGETS.find((t) => t === named);
  if (target === undefined || !args.every((arg) => known.test(arg))) {
    console.error(USAGE);
    process.exit(args.includes("--help") ? 0 : 2);
  }
  return target;
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
