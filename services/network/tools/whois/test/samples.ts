import { readdirSync, readFileSync } from "node:fs";
import { FORMATS } from "@dnstools/core/protocol/whois/formats";
import { ZONES_BY_SERVER } from "@dnstools/core/protocol/whois/private-registries";
import { TLDS_BY_SERVER } from "@dnstools/net/registry/whois-servers";

const KINDS = ["registered", "dying", "free", "reserved", "limited"] as const;
/** Kind of answer that a sample shows. */
export type Kind = (typeof KINDS)[number];

/** A text as a registry writes it, with the facts that must be parsed from it. */
export type Sample = {
  readonly format: string;
  readonly server: string;
  readonly kind: Kind;
  readonly name: string;
  readonly text: string;
  /** Facts that must be found (see `FACTS`) or, for an expired or deleted domain, the expected findings. */
  readonly wanted: readonly string[];
};

const FOLDER = `${import.meta.dir}/../../../../shared/core/protocol/whois/samples`;

/** Returns a name under a top-level domain of the server's registry. */
function nameAt(server: string): string {
  const zones =
    TLDS_BY_SERVER[server] ?? ZONES_BY_SERVER[server] ?? server.slice(server.lastIndexOf(".") + 1);
  return `lab-name.${zones.split(" ")[0]}`;
}

/**
 * Reads the samples of every format. Each begins with `=== KIND | SERVERS or * | WANTED`; in the text below it,
 * {name}, {NAME}, {label}, {LABEL} and {tld} are placeholders for the name.
 * @throws if a file has no format, a server does not use the format, or a format has no sample.
 */
export function readSamples(): Sample[] {
  const files = readdirSync(FOLDER).map((file) => file.replace(/\.txt$/, ""));
  const without = Object.keys(FORMATS).filter((format) => !files.includes(format));
  if (without.length > 0) throw new Error(`formats without samples: ${without.join(", ")}`);
  return files.flatMap((format) => readFile(format));
}

function readFile(format: string): Sample[] {
  const known = FORMATS[format as keyof typeof FORMATS]?.servers.split(" ");
  if (known === undefined) throw new Error(`samples of no format: ${format}`);
  const parts = readFileSync(`${FOLDER}/${format}.txt`, "utf8").split(/^=== /m).slice(1);
  return parts.flatMap((part) => {
    const end = part.indexOf("\n");
    const [kind = "", servers = "", wanted = ""] = part
      .slice(0, end)
      .split("|")
      .map((one) => one.trim());
    const named = servers === "*" ? known : servers.split(" ");
    const wrong = named.find((server) => !known.includes(server));
    if (wrong !== undefined || !KINDS.some((one) => one === kind))
      throw new Error(`${format}: ${kind} ${wrong ?? ""}`);
    return named.map((server) => {
      const name = nameAt(server);
      const [label = ""] = name.split(".");
      const text = part
        .slice(end + 1)
        .replaceAll("{name}", name)
        .replaceAll("{NAME}", name.toUpperCase())
        .replaceAll("{label}", label)
        .replaceAll("{LABEL}", label.toUpperCase())
        .replaceAll("{tld}", name.slice(label.length + 1));
      return { format, server, kind: kind as Kind, name, text, wanted: wanted.split(" ").filter(Boolean) };
    });
  });
}
