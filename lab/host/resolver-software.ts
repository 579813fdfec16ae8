import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWN_RESOLVER } from "../plan/hosts.ts";
import { namedHead } from "../servers/bind.ts";
import type { LocalServer, Place } from "./environment.ts";
import type { Faults } from "./forwarder-faults.ts";

const READY = { protocol: "udp", port: 53 } as const;

/** Returns our own forwarder, which has the faults that no package has. @param at the IPv4 address where it listens. */
export function forwarder(
  at: string,
  faults: Faults,
  upstreams: readonly string[] = [OWN_RESOLVER],
): LocalServer {
  const words = Object.entries(faults).map(([word, value]) => `${word}=${value}`);
  return {
    name: "forwarder",
    command: [process.execPath, join(import.meta.dir, "forwarder.ts"), at, upstreams.join(), ...words],
    ready: { ...READY, at },
  };
}

/** Returns BIND as a forwarder that does not validate. @param more options of named.conf(5). */
export function named({ gateway, folder }: Place, more = ""): LocalServer {
  writeFileSync(
    `${folder}/named.conf`,
    `${namedHead(folder)}  listen-on { ${gateway}; };
  listen-on-v6 { none; };
  forward only;
  forwarders { ${OWN_RESOLVER}; };
  allow-query { any; };
  allow-recursion { any; };
  dnssec-validation no;
  ${more}
};
controls { };
`,
  );
  return { name: "named", command: ["named", "-c", `${folder}/named.conf`, "-f", "-g"], ready: READY };
}

/** Podman's resolver, which comes with the package aardvark-dns. */
export const AARDVARK = "/usr/lib/podman/aardvark-dns";

/** Returns Podman's resolver. It goes into the background, so a namespace of processes ends it. */
export function aardvark({ gateway, folder }: Place): LocalServer {
  mkdirSync(`${folder}/aardvark`);
  writeFileSync(`${folder}/aardvark/podman1`, `${gateway}\n`);
  writeFileSync(`${folder}/aardvark.conf`, `nameserver ${OWN_RESOLVER}\n`);
  const script = `mount --bind ${folder}/aardvark.conf /etc/resolv.conf &&
${AARDVARK} --config ${folder}/aardvark --port 53 run && exec sleep infinity`;
  const command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script];
  return { name: "aardvark", command, ready: READY };
}

/**
 * systemd-resolved, and the library of its version. They are unpacked, because the package would replace the machine's
 * /etc/resolv.conf when it is installed.
 */
export const RESOLVED = join(
  import.meta.dir,
  "../../.tools/systemd-resolved-252/lib/systemd/systemd-resolved",
);
const LIBRARY = join(import.meta.dir, "../../.tools/libsystemd-shared-252/usr/lib");
/**
 * The capabilities of systemd-resolved. It runs as the user nobody, because as root it looks for a user that only the
 * installed package creates. dac_read_search lets it read its files in a folder of root.
 */
const RIGHTS = "-all,+net_bind_service,+net_raw,+setpcap,+dac_read_search";

/** Returns systemd-resolved as Debian has it, except for the setting LLMNR. It listens at 127.0.0.53. */
export function resolved(llmnr: "yes" | "resolve" | "no"): LocalServer {
  const settings = `DNS=${OWN_RESOLVER}\\nFallbackDNS=\\nMulticastDNS=no\\nLLMNR=${llmnr}`;
  const rights = [`--inh-caps=${RIGHTS}`, `--ambient-caps=${RIGHTS}`].join(" ");
  const script = `cd /run && mkdir -p systemd/resolve systemd/resolved.conf.d && chown nobody systemd/resolve &&
printf '[Resolve]\\n${settings}\\n' >systemd/resolved.conf.d/lab.conf &&
LD_LIBRARY_PATH=$(echo "${LIBRARY}"/*/systemd) exec setpriv --reuid=nobody --regid=nogroup --clear-groups ${rights} "${RESOLVED}"`;
  return { name: "systemd-resolved", command: ["sh", "-c", script], ready: { ...READY, at: "127.0.0.53" } };
}
