import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { json, type ProductProcess, startProduct } from "@dnstools/lab/support/product";
import { run } from "@dnstools/lab/support/run";
import { until } from "@dnstools/lab/support/until";

const openFiles = ({ pid }: ProductProcess): number => readdirSync(`/proc/${pid}/fd`).length;

/**
 * Limits the open files of a process. Only the soft limit is set, because the owner of a process can raise it again.
 */
const limitTo = ({ pid }: ProductProcess, files: number) =>
  run("prlimit", `--pid=${pid}`, `--nofile=${files}:`);

test("a process that is out of descriptors lives, and serves when there are some again", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" });
  const process = product.process("all");
  const { hostname, port, host } = new URL(product.url);
  let answers = "";
  const closed = Promise.withResolvers<void>();
  const client = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_socket, bytes) {
        answers += bytes.toString();
      },
      close: () => closed.resolve(),
    },
  });
  const ask = (path: string, headers: string) =>
    client.write(`GET /api/v1/${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`);
  // After this call, the client's connection and a socket to the resolver are open.
  ask("dns?domain=example.com&type=A", "");
  await until(() => answers.startsWith("HTTP/1.1 200 "));
  answers = "";
  await limitTo(process, openFiles(process));
  // For this call, the process makes its first outgoing HTTP request, and cannot open any further file.
  ask("whois?ip=9.9.9.9", "Connection: close\r\n");
  await closed.promise;
  expect(answers).toContain("HTTP/1.1 200 ");
  await limitTo(process, 1024);
  const { meta } = await json(fetch(`${product.url}/api/v1/whois?ip=9.9.9.9`));
  expect(meta.requestId).toBeString();
});
