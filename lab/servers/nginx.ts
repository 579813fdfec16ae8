import { mkdirSync, writeFileSync } from "node:fs";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { type Folders, first, type Server } from "./server.ts";

/** One nginx for all web servers of the plan: HTTP, and HTTPS with the certificate each is to show. */
export function nginx({ made, run }: Folders): Server {
  const folder = `${run}/nginx`;
  mkdirSync(folder);
  const hosts = hostsOf("nginx");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const servers = hosts.map((host) => {
    const listen = addressesOf(host).map((address) => (address.includes(":") ? `[${address}]` : address));
    return `  server {
${listen.map((address) => `    listen ${address}:80;\n    listen ${address}:443 ssl;\n`).join("")}    server_name ${host.name};
    ssl_certificate ${made}/tls/${host.name}.pem;
    ssl_certificate_key ${made}/tls/${host.name}.key;
    default_type text/plain;
    return 200 "${host.name}\\n";
  }
`;
  });
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off;
worker_processes 1;
user root;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ssl_protocols TLSv1.2 TLSv1.3;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};\n`).join("")}${servers.join("")}}
`,
  );
  return {
    name: "nginx",
    command: ["nginx", "-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`],
    ready: { tcp: first(hosts.flatMap(addressesOf)), port: 443 },
  };
}
