import type { Environment } from "./environment.ts";
import { LINK } from "./links.ts";

/** Returns the rules of a router for nft(8): what the environment does to packets, and the translation of addresses. */
export function routerRules(environment: Environment): string {
  const { forward = [], received = [], redirect = [], masquerade, chains = "" } = environment;
  const sent = (rules: readonly string[]) =>
    rules.map((rule) => `    iifname "${LINK.toHost}" ${rule}\n`).join("");
  const translated = [...(masquerade === undefined ? [] : [masquerade]), "masquerade"];
  return `table inet environment {
  chain sent {
    type filter hook forward priority -10;
${sent(forward)}  }
  chain received {
    type filter hook forward priority -10;
${received.map((rule) => `    iifname "${LINK.toInternet}" ${rule}\n`).join("")}  }
  chain redirected {
    type nat hook prerouting priority dstnat;
${sent(redirect)}  }
  chain translated {
    type nat hook postrouting priority srcnat;
${translated.map((rule) => `    oifname "${LINK.toInternet}" meta nfproto ipv4 ${rule}\n`).join("")}  }
${chains}}
`;
}

/** Returns the rules of the host's own firewall for nft(8). */
export function outputRules(output: readonly string[]): string {
  return `table inet environment {
  chain own {
    type filter hook output priority 0;
${output.map((rule) => `    oifname "${LINK.host}" ${rule}\n`).join("")}  }
}
`;
}
