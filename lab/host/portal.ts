import { mkdirSync, writeFileSync } from "node:fs";
import type { LocalServer, Place } from "./environment.ts";
import { makeAuthority } from "./own-authority.ts";

/**
 * Starts the captive portal of a hotel. Over HTTP, it redirects every guest to its login page. Over HTTPS, it sends a
 * certificate for its own name, and no client trusts the issuer.
 */
export async function portal({ gateway, folder }: Place): Promise<LocalServer> {
  const { certificate, key } = await makeAuthority(folder, "portal", "/CN=portal.hotel.example");
  mkdirSync(`${folder}/nginx`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off;
worker_processes 1;
user root;
pid ${folder}/nginx/pid;
error_log stderr;
events { }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/nginx/${name};\n`).join("")}  server {
    listen ${gateway}:80;
    return 302 http://${gateway}/login;
  }
  server {
    listen ${gateway}:443 ssl;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    return 302 http://${gateway}/login;
  }
}
`,
  );
  return {
    name: "portal",
    command: ["nginx", "-e", "stderr", "-p", `${folder}/nginx`, "-c", `${folder}/nginx.conf`],
    ready: { protocol: "tcp", port: 443 },
  };
}
