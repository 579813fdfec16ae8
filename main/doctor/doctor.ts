import { harmlessJson } from "@dnstools/core/harmless";
import { EXIT } from "../ask/output/exit-code.ts";
import { openMessages } from "../ask/output/messages.ts";
import { openOutput } from "../ask/output/output.ts";
import { terminalOf } from "../ask/output/terminal.ts";
import { localParts } from "../ask/source/local.ts";
import { lookUpResolvers, openOutside } from "../network.ts";
import { type Config, parseConfig } from "../settings.ts";
import { usesOf } from "../targets.ts";
import { diagnosisJson, isInOrder } from "./conclusion.ts";
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { diagnosisText } from "./text.ts";

/** Runs `dnstools doctor [--json]`. @returns the exit code */
export async function runDoctor(args: readonly string[]): Promise<number> {
  const { env, stdout, stderr } = process;
  const messages = openMessages(stderr, terminalOf(stderr, env), env);
  const config = parseConfig(env);
  if (args.join(" ") !== "--json" && args.length > 0) messages.say("Usage: dnstools doctor [--json]");
  else if (!config.ok) for (const line of ["Settings to correct:", ...config.problems]) messages.say(line);
  else {
    messages.progress("doctor: trying what this host and its network let through");
    const diagnosis = await examine(config.config);
    await messages.end();
    const terminal = terminalOf(stdout, env);
    const indent = terminal.interactive ? 2 : 0;
    const json = () => `${harmlessJson(JSON.stringify(diagnosisJson(diagnosis), null, indent))}\n`;
    await openOutput(stdout).write(args.length > 0 ? json() : diagnosisText(diagnosis, terminal));
    return isInOrder(diagnosis) ? EXIT.ok : EXIT.unknown;
  }
  await messages.end();
  return EXIT.usage;
}

/** Tries everything that any tool uses, and checks our own resolvers. */
async function examine(config: Config): Promise<Diagnosis> {
  const resolvers = await lookUpResolvers(config);
  // The diagnosis itself says what is wrong with resolvers.
  const net = await openOutside(
    localParts("all", config, resolvers, () => {}),
    usesOf("all"),
  );
  await Promise.all([net.host.examine(), net.resolvers.checkAll()]);
  return diagnosisOf(net, config);
}
