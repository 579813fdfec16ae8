import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { OWN_RESOLVER } from "../plan/hosts.ts";
import { run } from "../support/run.ts";
import type { LocalServer, Place } from "./environment.ts";
import { makeAuthority } from "./own-authority.ts";

/** Name of the file with the lab's authority and the proxy's, for a host that trusts both. */
export const TRUSTED = "trusted.pem";
const PORT = 3130;
const MAKE_CERTIFICATES = "/usr/lib/squid/security_file_certgen";

/** What squid does with TLS connections once it has seen the name that the client asks for: it opens all of them. */
const OPEN_ALL = ["ssl_bump bump all"];

/**
 * Makes the proxy of a company that inspects TLS: squid with ssl-bump and an authority of its own.
 * @param decisions squid's lines that decide about a connection.
 */
export async function inspector(
  { gateway, folder, made }: Place,
  decisions: readonly string[] = OPEN_ALL,
): Promise<LocalServer> {
  const at = `${folder}/squid`;
  mkdirSync(at);
  const authority = await makeAuthority(at, "authority", "/O=Corp/CN=Corp Inspection CA");
  const [own, key] = [authority.certificate, authority.key].map((file) => readFileSync(file, "utf8"));
  writeFileSync(`${at}/both.pem`, `${own}${key}`);
  writeFileSync(`${folder}/${TRUSTED}`, `${readFileSync(`${made}/tls/ca.pem`, "utf8")}${own}`);
  await run(MAKE_CERTIFICATES, "-c", "-s", `${at}/certificates`, "-M", "4MB");
  writeFileSync(`${at}/squid.conf`, configuration(at, gateway, made, decisions));
  // Squid gives up root's rights for those of a user of its own.
  await run("chown", "-R", "proxy", at);
  chmodSync(folder, 0o755);
  return {
    name: "squid",
    command: ["squid", "-N", "-f", `${at}/squid.conf`],
    ready: { protocol: "tcp", port: PORT },
  };
}

function configuration(at: string, gateway: string, made: string, decisions: readonly string[]): string {
  return `http_port 127.0.0.1:3128
https_port ${gateway}:${PORT} intercept ssl-bump tls-cert=${at}/both.pem generate-host-certificates=on dynamic_cert_mem_cache_size=4MB
sslcrtd_program ${MAKE_CERTIFICATES} -s ${at}/certificates -M 4MB
sslcrtd_children 4 startup=1 idle=1
acl first at_step SslBump1
ssl_bump peek first
${decisions.join("\n")}
http_access allow all
tls_outgoing_options cafile=${made}/tls/ca.pem
sslproxy_cert_error allow all
dns_nameservers ${OWN_RESOLVER}
host_verify_strict off
client_dst_passthru on
visible_hostname proxy.corp.example
pid_filename none
access_log none
cache_log ${at}/cache.log
coredump_dir ${at}
cache deny all
memory_cache_shared off
pinger_enable off
shutdown_lifetime 1 second
`;
}
