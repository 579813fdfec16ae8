import type { Certificate } from "../certificate.ts";
import type { EdgeConfig } from "../settings.ts";
import { map } from "./nginx-text.ts";

/** An nginx server block. Its frame is rendered here; its behaviour is defined in a snippet. */
type Server = {
  readonly plain: readonly string[];
  readonly tls: readonly string[];
  readonly names: readonly string[];
  readonly lines: readonly string[];
};

/**
 * Returns the nginx server blocks for: the API's own names, all other names, the redirect to HTTPS, and the status
 * server.
 */
export function serversOf(config: EdgeConfig, version: string): string {
  const { PROXY_LISTEN: plain, PROXY_LISTEN_TLS: tls, PROXY_SERVER_NAMES: names } = config;
  const any = names.length === 0;
  const redirects = config.PROXY_REDIRECT && tls.length > 0 && plain.length > 0;
  const certificates = config.PROXY_CERTIFICATES.flatMap(linesOf);
  const own: Server = {
    plain: redirects ? [] : plain,
    tls,
    names,
    lines: [...certificates, "include snippets/edge.conf;"],
  };
  const toHttps: Server = { plain, tls: [], names, lines: ["include snippets/to-https.conf;"] };
  const others: Server = {
    plain,
    tls,
    names: [],
    lines: [...(tls.length > 0 ? ["ssl_reject_handshake on;"] : []), "include snippets/unknown-name.conf;"],
  };
  const frame = (server: Server) => frameOf(server, config, version);
  return [
    ...(any ? [] : [frame(others)]),
    frame(own),
    ...(redirects ? [frame(toHttps), httpsPort(tls)] : []),
    `server {\n  listen ${config.PROXY_STATUS};\n  include snippets/status.conf;\n}\n`,
  ].join("\n");
}

function frameOf({ plain, tls, names, lines }: Server, config: EdgeConfig, version: string): string {
  const first = names.length === 0 ? " default_server" : "";
  const proxied = config.PROXY_PROTOCOL ? " proxy_protocol" : "";
  // `listen ... http2` is used up to nginx 1.25.0, and `http2 on` since 1.25.1: older versions do not know the new
  // form, and newer versions warn about the old one.
  const own = isOlder(version, [1, 25, 1]);
  const listens = [
    ...plain.map((place) => `listen ${place}${first}${proxied};`),
    ...tls.map((place) => `listen ${place} ssl${own ? " http2" : ""}${first}${proxied};`),
  ];
  const http2 = tls.length > 0 && !own ? ["http2 on;"] : [];
  const name = `server_name ${names.length === 0 ? "_" : names.join(" ")};`;
  const all = [...listens, ...http2, name, ...lines];
  return `server {\n${all.map((line) => `  ${line}\n`).join("")}}\n`;
}

function linesOf({ chain, key }: Certificate): readonly string[] {
  return [`ssl_certificate ${chain};`, `ssl_certificate_key ${key};`];
}

/**
 * Returns the nginx map for the port in a redirect to HTTPS. If Host has no port, the caller used port 80 of a load
 * balancer or container engine that also forwards port 443, so the redirect has no port. If Host has a port, the
 * caller connects directly and is redirected to this server's TLS port.
 */
function httpsPort(tls: readonly string[]): string {
  const port = /:(\d+)$/.exec(tls[0] ?? "")?.[1] ?? "443";
  return map("$http_host", "$https_port", {
    default: "",
    ...(port === "443" ? {} : { "~:[0-9]+$": `:${port}` }),
  });
}

/** Returns true if a version, such as 1.22.1, is older than another version. */
export function isOlder(version: string, than: readonly [number, number, number]): boolean {
  const parts = version.split(".").map(Number);
  for (const [at, bound] of than.entries()) {
    const part = parts[at] ?? 0;
    if (part !== bound) return part < bound;
  }
  return false;
}
