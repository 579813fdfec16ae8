import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Product, startProcess } from "@dnstools/lab/support/product";

/** Names of the settings that contain the URLs of services. */
const URLS = ["DNS_URL", "NETWORK_URL", "CERT_URL", "ANALYSIS_URL", "MAIL_URL"];

/** Starts a gateway with a single service, which needs two processes instead of six. */
export async function startGatewayBefore(
  target: string,
  env: Readonly<Record<string, string>> = {},
  by: "port" | "unix socket" = "port",
): Promise<Omit<Product, "keys">> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-"));
  const settings = { DATA_DIR: join(folder, "data"), ...env };
  const place = by === "port" ? {} : { LISTEN: join(folder, "service.sock") };
  const service = await startProcess(target, { ...settings, ...place });
  const urls = Object.fromEntries(URLS.map((name) => [name, service.url]));
  const gateway = await startProcess("gateway", { ...settings, ...urls });
  const processes = [gateway, service];
  return {
    url: gateway.url,
    processes,
    process: (name) => (name === "gateway" ? gateway : service),
    async [Symbol.asyncDispose]() {
      for (const process of processes) process.kill("SIGKILL");
      await Promise.all(processes.map((process) => process.exited));
      rmSync(folder, { recursive: true });
    },
  };
}
