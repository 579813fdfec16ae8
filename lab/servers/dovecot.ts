import { mkdirSync, writeFileSync } from "node:fs";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { type Folders, first, type Server } from "./server.ts";

/** Configures Dovecot (IMAP and POP3) for the mail server that has mailboxes, with STARTTLS and with implicit TLS. */
export function dovecot({ made, run }: Folders): Server {
  const folder = `${run}/dovecot`;
  mkdirSync(folder);
  const host = first(hostsOf("postfix").filter((host) => host.mailboxes));
  const tls = `${made}/tls/${host.certificate}`;
  writeFileSync(
    `${folder}/dovecot.conf`,
    `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
listen = ${addressesOf(host).join(", ")}
protocols = imap pop3
ssl = yes
ssl_cert = <${tls}.pem
ssl_key = <${tls}.key
mail_location = maildir:${folder}/mail/%u
# Nobody has a password.
passdb {
  driver = static
  args = nopassword=no
}
userdb {
  driver = static
  args = uid=dovecot gid=dovecot home=${folder}/mail/%u
}
`,
  );
  return {
    name: "dovecot",
    command: ["dovecot", "-F", "-c", `${folder}/dovecot.conf`],
    ready: { tcp: first(addressesOf(host)), port: 993 },
  };
}
