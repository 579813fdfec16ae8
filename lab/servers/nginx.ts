import { mkdirSync, writeFileSync } from "node:fs";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";
import { type Folders, first, type Server } from "./server.ts";
import { contentOf } from "./web-files.ts";

type WebHost = Host & { readonly daemon: "nginx" };

/** Configures one nginx for all web servers of the plan: HTTP, and HTTPS with each server's own certificate. */
export function nginx({ made, run }: Folders): Server {
  const folder = `${run}/nginx`;
  mkdirSync(folder);
  const hosts = hostsOf("nginx");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const servers = [
    ...hosts.flatMap((host) => serversOf(host, { tls: `${made}/tls`, run })),
    ...hostsOf("aia").map((host) => authoritiesOf(host, `${made}/tls`)),
  ];
  // OpenSSL reads certificates before it reads cipher settings, so weak certificates must be allowed globally. Each
  // server then sets its own ciphers.
  writeFileSync(
    `${folder}/openssl.cnf`,
    `openssl_conf = all
[all]
ssl_conf = ssl
[ssl]
system_default = default
[default]
MinProtocol = TLSv1
CipherString = DEFAULT:@SECLEVEL=0
`,
  );
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off;
worker_processes 1;
user root;
pid ${folder}/nginx.pid;
error_log stderr;
events {
  worker_connections 4096;
}
http {
  access_log off;
  server_names_hash_max_size 4096;
  server_names_hash_bucket_size 128;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};\n`).join("")}${servers.join("")}}
`,
  );
  const command = ["nginx", "-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`];
  return {
    name: "nginx",
    command: ["env", `OPENSSL_CONF=${folder}/openssl.cnf`, ...command],
    ready: { tcp: first(hosts.flatMap(addressesOf)), port: 443 },
  };
}

/** Folder of the certificates, and folder of this run. */
type Paths = { readonly tls: string; readonly run: string };

/**
 * Returns the `server` blocks of a host: two blocks if the certificate depends on the address or on SNI, otherwise
 * one.
 */
function serversOf(host: WebHost, paths: Paths): string[] {
  const { name, certificate, withoutSni, onV6, v4, v6 } = host;
  const own = { name: host.alsoBelow === undefined ? name : `${name} .${host.alsoBelow}`, certificate };
  const server = (
    shown: { readonly name: string; readonly certificate: string },
    addresses: readonly string[],
    listens = "",
  ) => serverOf(host, paths, { ...shown, addresses, listens });
  if (withoutSni !== undefined)
    return [
      server({ name: '""', certificate: withoutSni }, addressesOf(host), " default_server"),
      server(own, addressesOf(host)),
    ];
  if (onV6 === undefined) return [server(own, addressesOf(host))];
  return [
    server(own, v4 === undefined ? [] : [v4]),
    server({ name, certificate: onV6 }, v6 === undefined ? [] : [v6]),
  ];
}

function serverOf(
  host: WebHost,
  { tls, run }: Paths,
  shown: {
    readonly name: string;
    readonly certificate: string;
    readonly addresses: readonly string[];
    readonly listens: string;
  },
): string {
  const { protocols, weak, clientCertificate, ciphers, curves, second, staple } = host;
  const listen = shown.addresses
    .map(bracketed)
    .map(
      (address) =>
        `    listen ${address}:80${shown.listens};\n    listen ${address}:443 ssl${shown.listens};\n`,
    );
  const more = [
    ...(second === undefined
      ? []
      : [`ssl_certificate ${tls}/${second}.pem`, `ssl_certificate_key ${tls}/${second}.key`]),
    ...(curves === undefined ? [] : [`ssl_ecdh_curve ${curves}`]),
    ...(ciphers === undefined && curves === undefined ? [] : [`ssl_dhparam ${tls}/dh.pem`]),
    ...(staple === undefined
      ? []
      : ["ssl_stapling on", `ssl_stapling_file ${tls}/${shown.certificate}.ocsp`]),
  ]
    .map((line) => `    ${line};\n`)
    .join("");
  const ask = clientCertificate
    ? `    ssl_verify_client on;\n    ssl_client_certificate ${tls}/ca.pem;\n`
    : "";
  return `  server {
${listen.join("")}    server_name ${shown.name};
    ssl_certificate ${tls}/${shown.certificate}.pem;
    ssl_certificate_key ${tls}/${shown.certificate}.key;
    ssl_protocols ${protocols ?? "TLSv1.2 TLSv1.3"};
    ssl_ciphers ${ciphers ?? (weak ? "ALL:@SECLEVEL=0" : "HIGH:!aNULL:!MD5:@SECLEVEL=2")};
${more}${ask}    default_type text/plain;
${contentOf(host, tls, run)}  }
`;
}

/**
 * Returns the `server` block of the host that publishes the authorities' certificates. One file redirects to a private
 * address.
 */
function authoritiesOf(host: Host, tls: string): string {
  return `  server {
${addressesOf(host)
  .map((address) => `    listen ${bracketed(address)}:80;\n`)
  .join("")}    server_name ${host.name};
    root ${tls}/aia;
    default_type application/octet-stream;
    types {
      application/pkix-cert crt;
      application/pkcs7-mime p7c;
      application/x-pem-file pem;
    }
    location = /garbage.crt {
      types { }
      default_type text/html;
    }
    location = /redirect.crt {
      return 302 http://10.0.0.1/;
    }
  }
`;
}

function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
