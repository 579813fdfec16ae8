import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { until } from "@dnstools/lab/support/until";
import { importDebian } from "../compose/third-party.ts";
import { ROOT } from "../image/binary.ts";
import { BASES, buildOptions } from "../image/build.ts";
import type { Ran } from "../image/engine.ts";
import { openCompose } from "./compose.ts";
import { openOperator } from "./guide/operator.ts";
import { blocksOf } from "./guide/read-guide.ts";
import { withHealthChecks } from "./health.ts";
import { engine } from "./opened.ts";

/**
 * The lab's certificate authority. This test types the commands of deploy/README.md for one process and for Compose,
 * then deletes the volumes and restores the keys.
 */

const AUTHORITY = `${process.env["LAB_MADE"]}/tls/ca.pem`;
/** Name of a network with public addresses, because the egress guard refuses private ones. */
const NETWORK = "guide";
const operator = openOperator(engine.folder, {
  ...engine.env,
  GUIDE_BUILD: [
    ...buildOptions(process.env["BUN_CACHE"] ?? ""),
    ...Object.entries(BASES).flatMap(([name, base]) => ["--build-arg", `${name}=${base}`]),
  ].join(" "),
  GUIDE_RUN: [
    ...["--network", NETWORK, "--env", "DNS_RESOLVERS=9.9.9.9", "--env", "EGRESS_TEST=off"],
    ...["--env", "CA_EXTRA_FILE=/ca.pem", "--volume", `${AUTHORITY}:/ca.pem:ro`],
  ].join(" "),
});
const [functions = "", backup = "", restore = ""] = blocksOf("Keys, backup, restore", 4);

/** Returns the guide's shell function that runs the `dnstools` command in the given installation. */
function reaching(installation: string): string {
  const line = functions.split("\n").find((one) => one.endsWith(`# ${installation}`));
  if (line === undefined) throw new Error(`the guide does not say how to reach ${installation}`);
  return `${line}\n`;
}

/** Returns the plan that the gateway reports to a caller with this key, or the status of the error. */
async function planOf(key: string): Promise<unknown> {
  const response = await fetch("http://127.0.0.1:8080/api/v1/limits", { headers: { "x-api-key": key } });
  return ((await response.json()) as { plan?: string }).plan ?? response.status;
}

/**
 * With the guide's commands, creates keys and a backup, deletes the volumes, starts the installation again and
 * restores the keys.
 * @param lose commands that delete the volumes
 * @param type runs commands
 */
async function loseAndRestore(
  installation: string,
  lose: string,
  start: string,
  type: (commands: string) => Promise<Ran>,
): Promise<void> {
  const reach = reaching(installation);
  const { out: saved } = await type(`${reach}${backup}`);
  const [key = ""] = /\bdnst_\w+/.exec(saved) ?? [];
  const list = async () => (await type(`${reach}dnstools keys list`)).out;
  // The list is read before the key is used, because the backup does not contain the time of this use.
  const before = await list();
  expect(await planOf(key)).toBe("keyed");
  // The volumes are deleted and the installation is started in two separate calls: health checks that began before the
  // loss would accept the old containers.
  await type(lose);
  await type(start);
  expect(await planOf(key)).not.toBe("keyed");
  expect(await list()).not.toBe(before);
  expect((await type(`${reach}${restore}`)).out).toContain(before);
  await until(async () => (await planOf(key)) === "keyed");
}

beforeAll(async () => {
  await engine.podman("network", "create", "--subnet", "45.10.9.0/24", NETWORK);
  await importDebian(engine, `${ROOT}/.tools/nginx-1.26/usr/sbin/nginx`);
});

describe("one process", () => {
  const [commands = ""] = blocksOf("One process", 1);
  afterAll(() => engine.podman("rm", "--all", "--force", "--time", "0"));

  test("builds, starts and answers", async () => {
    const { out } = await operator.type(commands);
    expect(JSON.parse(out.slice(out.indexOf("{")))).toMatchObject({
      tool: "dns",
      summary: { status: "pass" },
    });
  });

  test("restores every key after the loss of its volume", async () => {
    const lose = "docker rm --force dnstools; docker volume rm dnstools";
    await loseAndRestore("one process", lose, commands, operator.type);
  });
});

describe("compose", () => {
  const [commands = ""] = blocksOf("One machine: compose", 1);
  let compose: Awaited<ReturnType<typeof openCompose>>;
  const type = (text: string) =>
    withHealthChecks(engine, operator.type(text, { GUIDE_COMPOSE: compose.command.join(" ") }));
  beforeAll(async () => {
    compose = await openCompose(engine, operator.folder);
  });
  afterAll(async () => {
    await type("docker compose down --volumes");
    compose[Symbol.dispose]();
  });

  test("starts with its settings, and answers through the edge", async () => {
    const { out } = await type(commands);
    expect(JSON.parse(out.slice(out.indexOf("{")))).toMatchObject({ tool: "dns" });
    const document = (await (await fetch("http://127.0.0.1:8080/openapi.json")).json()) as {
      servers: unknown;
    };
    expect(JSON.stringify(document.servers)).toContain("http://dns.example.com:8080");
  });

  test("restores every key after the loss of its volumes", async () => {
    await loseAndRestore("compose", "docker compose down --volumes", commands, type);
  });
});
