import type { OddPop3 } from "../plan/odd-mail.ts";
import type { Host } from "../plan/shapes.ts";
import { writeForEver } from "./listen.ts";
import { type Act, type Dialogue, last, serveTalk, startTls } from "./talk.ts";

const PORT = 110;
const UNKNOWN = "-ERR Unknown command\r\n";

/** Builds a response of several lines (RFC 1939 section 3). */
const list = (...lines: readonly string[]) => `+OK\r\n${lines.map((line) => `${line}\r\n`).join("")}.\r\n`;

const GOOD: Dialogue = {
  greeting: "+OK ready\r\n",
  replies: {
    CAPA: list("STLS", "UIDL"),
    STLS: startTls("+OK Begin TLS\r\n"),
    NOOP: "+OK\r\n",
    QUIT: last("+OK Bye\r\n"),
  },
  otherwise: UNKNOWN,
};

const replies = (different: Readonly<Record<string, Act>>): Dialogue => ({
  ...GOOD,
  replies: { ...GOOD.replies, ...different },
});

const DIALOGUES: Readonly<Record<OddPop3, Dialogue>> = {
  pop_err: { ...GOOD, greeting: last("-ERR [SYS/TEMP] busy\r\n") },
  pop_in_use: { ...GOOD, greeting: last("-ERR [IN-USE] too many\r\n") },
  pop_no_capa: replies({ CAPA: UNKNOWN }),
  pop_no_stls: replies({ CAPA: list("USER", "UIDL"), STLS: UNKNOWN }),
  pop_refuses: replies({ STLS: "-ERR TLS is not available\r\n" }),
  pop_injects: replies({ STLS: startTls("+OK go\r\n+OK injected\r\n") }),
  pop_endless: replies({
    async CAPA({ socket }) {
      socket.write("+OK\r\n");
      await writeForEver(socket, Buffer.from("X-ANOTHER\r\n".repeat(1000)));
    },
  }),
  // The server adds a dot to each line that begins with a dot (RFC 1939 section 3), so none of these lines is the
  // end.
  pop_dots: replies({ CAPA: list("..", "..HIDDEN", "STLS", "UIDL") }),
};

/** Serves POP3 with a deviation. */
export function serveOddPop3(host: Host, deviation: OddPop3): void {
  serveTalk(host, PORT, DIALOGUES[deviation]);
}
