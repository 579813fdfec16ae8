import type { Differences } from "./certificates.ts";
import type { WebServer } from "./shapes.ts";

/** A web server of the zoo: how its certificate differs from a good one, and its server from an ordinary one. */
export type Animal = Differences & {
  /** Its names where they depend on its address, or are too many to keep. */
  readonly namesAt?: (v4: string, v6: string) => readonly string[];
  /** Shows the certificate of another name of the zoo. */
  readonly shows?: string;
  /** No address of this family. */
  readonly without?: "v6";
  readonly dead?: "v6";
  readonly server?: WebServer;
  /**
   * What `openssl s_client` says to it, as the number of its verify return code; null where there is no certificate to
   * see. Default 0.
   */
  readonly openssl?: number | null;
};
