import { join } from "node:path";
import { PRODUCT } from "@dnstools/lab/support/product";

const tls = (name: string) => join(process.env["LAB_MADE"] ?? "", "tls", name);
export const TLS = {
  PROXY_LISTEN_TLS: "127.0.0.1:8443,[::1]:8443",
  PROXY_SERVER_NAMES: "good-rsa.certs.com,*.example.com",
  PROXY_CERTIFICATES: `${tls("good-rsa.certs.com.pem")}=${tls("good-rsa.certs.com.key")}`,
};

/** Named sets of settings. Together they cause every possible line of the configuration to be rendered. */
export const SETS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["nothing set", {}],
  ["TLS, with a redirect", TLS],
  ["TLS, plain HTTP served too", { ...TLS, PROXY_REDIRECT: "off" }],
  ["TLS alone", { ...TLS, PROXY_LISTEN: "none" }],
  ["the PROXY protocol", { ...TLS, PROXY_PROTOCOL: "on", PROXY_TRUSTED: "10.0.0.0/8,2001:db8::/32,unix" }],
  [
    "unix sockets",
    { PROXY_LISTEN: "unix:/tmp/edge.sock", PROXY_UPSTREAMS: "unix:/tmp/a.sock,unix:/tmp/b.sock" },
  ],
  [
    "IPv6",
    {
      PROXY_LISTEN: "[::]:8080",
      PROXY_UPSTREAMS: "[::1]:8090,[::1]:8091",
      PROXY_METRICS_LOG: "[::1]:9465",
    },
  ],
  [
    "every limit lifted, nothing logged",
    {
      PROXY_FLOOD_RATE: "0",
      PROXY_KEY_RATE: "0",
      PROXY_ACCESS_LOG: "off",
    },
  ],
  [
    "the largest limits, addresses logged",
    {
      PROXY_FLOOD_RATE: "1000000",
      PROXY_KEY_RATE: "1000000",
      RATE_LIMIT_UNITS: "0",
      PROXY_LOG_ADDRESSES: "on",
    },
  ],
];
/** Runs `proxy render`. */
export async function render(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = Bun.spawn([...PRODUCT, "proxy", "render", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
  return { err, code };
}

/** Checks the configuration in a folder with `nginx -t`, and returns the messages of nginx. */
function check(folder: string, nginx = "nginx"): string {
  const { stderr } = Bun.spawnSync(
    [nginx, "-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`, "-t"],
    {
      // stdout is ignored, because nginx opens /dev/stdout, which must not be a socket.
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  return stderr.toString();
}

/** Renders a set of settings for a version of nginx, and returns the messages of `nginx -t` except those of success. */
export async function renderAndCheck(
  env: Readonly<Record<string, string>>,
  folder: string,
  nginx: string,
): Promise<{ readonly err: string; readonly code: number; readonly said: readonly string[] }> {
  const place = { NGINX: nginx, PROXY_STATUS: "unix:/tmp/status.sock", PROXY_CONNECTIONS: "256" };
  const rendered = await render({ ...place, ...env }, folder);
  const right = [
    `nginx: the configuration file ${folder}/nginx.conf syntax is ok`,
    `nginx: configuration file ${folder}/nginx.conf test is successful`,
  ];
  const lines = check(folder, nginx).split("\n").filter(Boolean);
  return { ...rendered, said: Bun.deepEquals(lines, right) ? ["successful"] : lines };
}
