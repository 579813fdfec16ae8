import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@dnstools/lab/support/until";

/** A Kubernetes API server without nodes. */
export type ApiServer = AsyncDisposable & { readonly kubeconfig: string };

/**
 * Starts etcd and kube-apiserver on loopback, with all they write below a folder.
 * @returns null where the machine does not have both: no package of Debian has kube-apiserver.
 */
export async function openApiServer(folder: string): Promise<ApiServer | null> {
  const [etcd, apiServer] = [Bun.which("etcd"), Bun.which("kube-apiserver")];
  if (etcd === null || apiServer === null) return null;
  const at = (name: string) => join(folder, name);
  mkdirSync(at("api"));
  const [client, peer, port] = [freePort(), freePort(), freePort()];
  Bun.spawnSync(["openssl", "genrsa", "-out", at("api/account.key"), "2048"], { stderr: "ignore" });
  writeFileSync(at("api/tokens.csv"), "operator,operator,1,system:masters\n");
  const url = (number: number) => `http://127.0.0.1:${number}`;
  const children = [
    [
      ...[etcd, "--data-dir", at("api/etcd"), "--listen-client-urls", url(client)],
      ...["--advertise-client-urls", url(client), "--listen-peer-urls", url(peer)],
      ...["--initial-advertise-peer-urls", url(peer), "--initial-cluster", `default=${url(peer)}`],
    ],
    [
      ...[
        apiServer,
        "--etcd-servers",
        url(client),
        "--bind-address",
        "127.0.0.1",
        "--secure-port",
        `${port}`,
      ],
      ...["--cert-dir", at("api/certificates"), "--token-auth-file", at("api/tokens.csv")],
      ...["--service-account-issuer", "https://localhost", "--service-cluster-ip-range", "10.96.0.0/16"],
      ...["--service-account-key-file", at("api/account.key")],
      ...["--service-account-signing-key-file", at("api/account.key")],
      // No controller makes the accounts that this one would add to pods; there are no pods.
      ...["--disable-admission-plugins", "ServiceAccount", "--authorization-mode", "RBAC"],
    ],
  ].map((command) => Bun.spawn(command, { stdio: ["ignore", "ignore", "ignore"] }));
  const kubeconfig = at("api/kubeconfig");
  const named = { name: "walk" };
  const server = { server: `https://127.0.0.1:${port}`, "insecure-skip-tls-verify": true };
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      ...{ apiVersion: "v1", kind: "Config", "current-context": "walk" },
      clusters: [{ ...named, cluster: server }],
      users: [{ ...named, user: { token: "operator" } }],
      contexts: [{ ...named, context: { cluster: "walk", user: "walk" } }],
    }),
  );
  await until(async () => {
    const ready = fetch(`${server.server}/readyz`, {
      headers: { authorization: "Bearer operator" },
      tls: { rejectUnauthorized: false },
    });
    return (await ready.catch(() => null))?.ok === true;
  });
  return {
    kubeconfig,
    async [Symbol.asyncDispose]() {
      for (const child of children.toReversed()) child.kill();
      await Promise.all(children.map(({ exited }) => exited));
    },
  };
}

/** A port that nobody has now. */
function freePort(): number {
  using server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  return server.port ?? 0;
}
