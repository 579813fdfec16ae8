import { connect, type Socket } from "node:net";
import { BEHIND_STARTTLS, type Heard } from "../plan/odd-mail.ts";
import { addressOf } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";
import { listen } from "./listen.ts";

/** What a server does at some point of a conversation: sends a text, or calls a function. */
export type Act = string | ((talk: Talk) => void | Promise<void>);

/** The texts and functions with which a server responds to lines from a client. */
export type Dialogue = {
  /** The greeting; null if the server sends none. */
  readonly greeting: Act | null;
  /** The reply to each command, by the command's verb. */
  readonly replies: Readonly<Record<string, Act>>;
  readonly otherwise: Act;
  /** Sends a text in a special way, such as in pieces. By default, each text is sent in one write. */
  readonly deliver?: (socket: Socket, text: string) => Promise<void>;
  /** True if commands have a tag (IMAP), which replaces the word TAG in texts. */
  readonly tagged?: true;
};

/** The argument of a function that acts in a conversation: the connection, and functions to send and to receive. */
export type Talk = {
  readonly socket: Socket;
  readonly say: (text: string) => Promise<void>;
  /** Passes all further bytes from the client to `heard`, instead of reading commands. */
  readonly hearRaw: (heard: (bytes: Buffer) => void) => void;
};

/** The commands that all odd mail servers have received so far. */
export const HEARD: Heard[] = [];
/** Maximum number of connections whose commands are recorded, and of recorded verbs per connection. */
const [MOST_CONNECTIONS, MOST_VERBS] = [20_000, 200];
/** Maximum length of an unfinished line in bytes. If a line is longer, the connection is closed. */
const LONGEST_LINE = 65_536;

/** Serves a dialogue at a host's port. */
export function serveTalk(host: Host, port: number, dialogue: Dialogue): void {
  listen(host, port, async (socket) => {
    const verbs: string[] = [];
    if (HEARD.length < MOST_CONNECTIONS) HEARD.push({ host: host.name, port, verbs });
    let got = "";
    let raw: ((bytes: Buffer) => void) | null = null;
    const talk = (tag: string): Talk => ({
      socket,
      async say(text) {
        const said = dialogue.tagged ? text.replaceAll("TAG ", `${tag} `) : text;
        if (dialogue.deliver === undefined) socket.write(said, "latin1");
        else await dialogue.deliver(socket, said);
      },
      hearRaw(heard) {
        raw = heard;
        if (got !== "") heard(Buffer.from(got, "latin1"));
        got = "";
      },
    });
    const act = async (what: Act, tag: string) => {
      if (typeof what === "string") await talk(tag).say(what);
      else await what(talk(tag));
    };
    const hear = async () => {
      for (
        let end = got.indexOf("\n");
        end !== -1 && raw === null && socket.writable;
        end = got.indexOf("\n")
      ) {
        const words = got.slice(0, end).trim().split(/\s+/);
        got = got.slice(end + 1);
        const [tag = "", verb = ""] = dialogue.tagged ? words : ["", ...words];
        const known = verb.toUpperCase();
        if (verbs.length < MOST_VERBS) verbs.push(known);
        await act(dialogue.replies[known] ?? dialogue.otherwise, tag);
      }
    };
    let before: Promise<void> = dialogue.greeting === null ? Promise.resolve() : act(dialogue.greeting, "*");
    socket.on("data", (bytes: Buffer) => {
      if (raw !== null) return raw(bytes);
      got += bytes.toString("latin1");
      if (got.length > LONGEST_LINE) socket.destroy();
      before = before.then(hear).catch(() => void socket.destroy());
    });
    await before;
  });
}

/** Sends a text and closes the connection. */
export function last(text: string): Act {
  return async ({ say, socket }) => {
    await say(text);
    socket.end();
  };
}

/** Sends the go-ahead, and then forwards the connection to a web server that speaks TLS. */
export function startTls(goAhead: string): Act {
  return async ({ say, hearRaw, socket }) => {
    const behind = connect({ host: addressOf(BEHIND_STARTTLS), port: 443 });
    behind.on("error", () => socket.destroy());
    behind.on("data", (bytes: Buffer) => void socket.write(bytes));
    behind.on("close", () => socket.end());
    socket.on("close", () => behind.destroy());
    await say(goAhead);
    hearRaw((bytes) => void behind.write(bytes));
  };
}
