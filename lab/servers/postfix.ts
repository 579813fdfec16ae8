import { chownSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { run as runCommand } from "../support/run.ts";
import { type Folders, first, type Server } from "./server.ts";

/** Postfix's queue folders. The lab creates them, because Postfix's own script for this takes seconds. */
const QUEUE = ["incoming", "active", "deferred", "bounce", "defer", "flush", "trace", "maildrop", "hold"];
const QUEUE_AND_SOCKETS = [...QUEUE, "corrupt", "saved", "public", "private", "pid"];

/** Each port and its options. Ports 25 and 587 offer STARTTLS. */
const PORTS: readonly (readonly [port: number, option: string])[] = [
  [25, ""],
  [587, ""],
  [465, " -o smtpd_tls_wrappermode=yes"],
];

/**
 * Configures one Postfix for all mail servers of the plan, each with its own name and certificate. It neither accepts
 * nor sends mail.
 */
export async function postfix({ made, run }: Folders): Promise<Server> {
  const folder = `${run}/postfix`;
  const hosts = hostsOf("postfix");
  const [uid, gid] = (await runCommand("getent", "passwd", "postfix")).split(":").slice(2).map(Number);
  for (const name of ["", "data", "queue", ...QUEUE_AND_SOCKETS.map((name) => `queue/${name}`)]) {
    mkdirSync(`${folder}/${name}`);
    // The queue folder itself and its `pid` folder must stay owned by root, because the master process runs as root.
    if (!["", "queue", "queue/pid"].includes(name)) chownSync(`${folder}/${name}`, uid ?? 0, gid ?? 0);
  }
  const files = {
    "main.cf": `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${run}
inet_protocols = all
myhostname = localhost.lab
mydestination =
smtpd_banner = $myhostname ESMTP
smtpd_recipient_restrictions = reject
smtpd_peername_lookup = no
smtpd_client_event_limit_exceptions = static:all
smtpd_client_connection_count_limit = 0
smtpd_tls_security_level = may
default_transport = error:this lab sends nothing
notify_classes =
alias_maps =
alias_database =
`,
    "master.cf": `${hosts
      .flatMap((host) =>
        addressesOf(host).flatMap((address) =>
          PORTS.map(
            ([port, option]) =>
              `${address.includes(":") ? `[${address}]` : address}:${port} inet n - n - - smtpd
  -o myhostname=${host.name}
  -o smtpd_tls_chain_files=${made}/tls/${host.certificate}.key,${made}/tls/${host.certificate}.pem${option}
`,
          ),
        ),
      )
      .join("")}cleanup unix n - n - 0 cleanup
rewrite unix - - n - - trivial-rewrite
proxymap unix - - n - - proxymap
tlsmgr unix - - n 1000? 1 tlsmgr
error unix - - n - - error
postlog unix-dgram n - n - 1 postlogd
`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(`${folder}/${name}`, text);
    // Postfix waits two seconds if its configuration files are very new.
    const longAgo = Date.now() / 1000 - 3600;
    utimesSync(`${folder}/${name}`, longAgo, longAgo);
  }
  return {
    name: "postfix",
    command: ["/usr/lib/postfix/sbin/master", "-c", folder, "-d", "-s"],
    // Port 25 may be blocked in this lab (--no-smtp).
    ready: { tcp: first(hosts.flatMap(addressesOf)), port: 587 },
  };
}
