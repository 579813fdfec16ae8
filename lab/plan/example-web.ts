import { type Certificate, certificateFor } from "./certificates.ts";
import type { Host } from "./shapes.ts";

const NAME = "example.com";

const server = (addresses: { readonly v4: string; readonly v6?: string }): Host => ({
  name: NAME,
  ...addresses,
  recorded: true,
  daemon: "nginx",
  certificate: NAME,
  rttMs: 25,
});

/** The web servers of example.com and www.example.com, at the addresses in the zone. */
export const EXAMPLE_WEB: readonly Host[] = [
  server({ v4: "93.184.215.14", v6: "2606:2800:21f:cb07:6820:80da:af6b:8b2c" }),
  server({ v4: "93.184.215.15" }),
];

/** The certificate of example.com. A TLSA record in the zone has the hash of its key. */
export const EXAMPLE_CERTIFICATES: Readonly<Record<string, Certificate>> = {
  [NAME]: certificateFor([NAME, `www.${NAME}`], { owner: NAME }),
};
