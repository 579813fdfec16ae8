import { VERBS } from "../plan/odd-mail.ts";
import { hostsOf } from "../plan/plan.ts";
import { serveOddImap } from "./imap.ts";
import { listen } from "./listen.ts";
import { serveOddPop3 } from "./pop3.ts";
import { serveOddSmtp } from "./smtp.ts";
import { HEARD } from "./talk.ts";

/**
 * Serves every odd mail server of the plan, and the list of commands that they received. No server needs a password,
 * and none accepts mail.
 */
export function serveOddMail(): void {
  for (const host of hostsOf("odd-smtp")) serveOddSmtp(host, host.deviation);
  for (const host of hostsOf("odd-imap")) serveOddImap(host, host.deviation);
  for (const host of hostsOf("odd-pop3")) serveOddPop3(host, host.deviation);
  for (const host of hostsOf("odd-verbs"))
    listen(host, VERBS.port, (socket) => {
      socket.end(HEARD.map((one) => `${JSON.stringify(one)}\n`).join(""));
    });
}
