import { connect } from "node:net";
import { framed, messagesOf } from "./wire.ts";

/** Asks a server over TCP, so that the answer is never truncated. @throws if there is no answer. */
export async function askOverTcp(server: string, query: Uint8Array): Promise<Uint8Array> {
  const socket = connect({ host: server, port: 53 });
  socket.write(framed(query));
  // Leaving the loop closes the connection.
  for await (const answer of messagesOf(socket)) return answer;
  throw new Error(`${server} closed the connection`);
}
