import type { Differences } from "./certificates.ts";
import type { WebServer } from "./shapes.ts";

/**
 * A web server for certificate tests: how its certificate differs from a good certificate, and how its server differs
 * from the default.
 */
export type Animal = Differences & {
  /** Returns the certificate's names, if they depend on the server's addresses or are too many to list. */
  readonly namesAt?: (v4: string, v6: string) => readonly string[];
  /** First label of another server, whose certificate this server presents. */
  readonly shows?: string;
  /** The address family of which this server has no address. */
  readonly without?: "v6";
  readonly dead?: "v6";
  readonly server?: WebServer;
  /** The verify return code that `openssl s_client` reports; null if openssl receives no certificate. Default 0. */
  readonly openssl?: number | null;
};
