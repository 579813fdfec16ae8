import { Elysia } from "elysia";
import { isStreamed } from "../report/choose-form.ts";
import { type RequestState, requestState } from "./request-state.ts";
import { type EnterTurn, endsAtOnce } from "./turns.ts";

/**
 * Makes a tool call wait for its turn at its service. The handler of the route ends the turn.
 * @throws Fault overloaded, client_gone
 */
export function admission(enter: EnterTurn) {
  return new Elysia({ name: "admission" })
    .use(requestState)
    .resolve({ as: "scoped" }, async ({ caller, asked, request }): Promise<Pick<RequestState, "turn">> => {
      if (asked === null) return { turn: null };
      const entering = enter(asked, caller, request.signal);
      // A call that is refused at once gets an error status. Otherwise a streamed report begins while its call still
      // waits, and shows that the call is waiting.
      const { form } = asked;
      if (form !== null && isStreamed(form) && !(await endsAtOnce(entering))) return { turn: entering };
      return { turn: await entering };
    });
}
