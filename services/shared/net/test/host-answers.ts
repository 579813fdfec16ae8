import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EnvironmentName } from "@dnstools/lab/host/environments";
import { openHost } from "@dnstools/lab/host/open-host";
import { PRODUCT, startProcess } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import type { Answer } from "./told.ts";

/**
 * Starts the product on a host in an environment, makes calls, and returns the answers by call.
 * @param calls the calls as `TOOL?QUERY`.
 * @param told a text for which to wait in the product's log before the first call.
 * @param atOnce maximum number of calls in flight.
 */
export async function answersOn(
  name: EnvironmentName,
  calls: readonly string[],
  told = "",
  atOnce = calls.length,
): Promise<ReadonlyMap<string, Answer>> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-host-"));
  await using host = await openHost(name);
  const settings = { DATA_DIR: join(folder, "data"), RATE_LIMIT_UNITS: "0", EGRESS_TEST: "on" };
  const product = await startProcess("all", settings, host.inside(PRODUCT));
  try {
    await until(() => product.log().includes(told));
    const unix = await host.doorTo(Number(new URL(product.url).port));
    const answers = new Map<string, Answer>();
    const left = calls.values();
    const askInTurn = async () => {
      for (const call of left) {
        const response = await fetch(`http://localhost/api/v1/${call}`, { unix });
        answers.set(call, { ...((await response.json()) as Answer), status: response.status });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, askInTurn));
    return answers;
  } finally {
    product.kill("SIGKILL");
    await product.exited;
    rmSync(folder, { recursive: true });
  }
}

/** Returns the answer to a call. @throws if the call was not made. */
export function answerIn(answers: ReadonlyMap<string, Answer> | undefined, call: string): Answer {
  const answer = answers?.get(call);
  if (answer === undefined) throw new Error(`${call} was not made`);
  return answer;
}
