import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@dnstools/lab/support/until";

/**
 * nginx in front of some processes, without any features: it forwards requests in turn over persistent connections.
 * `await using` stops it.
 */
export type Spread = AsyncDisposable & { readonly url: string };

export async function startSpread(hosts: readonly string[]): Promise<Spread> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-spread-"));
  const free = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = free;
  free.stop(true);
  const servers = hosts.map((host) => `server ${host};`).join(" ");
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; events { worker_connections 1024; }
http {
  access_log off; proxy_temp_path ${folder}; client_body_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  upstream targets { ${servers} keepalive 128; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port}; keepalive_requests 1000000;
    location / { proxy_pass http://targets; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host api.example.com; }
  }
}\n`,
  );
  const child = Bun.spawn(["nginx", "-e", "stderr", "-p", folder, "-c", "nginx.conf"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(url).catch(() => null)) !== null);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}
