/** A profile in the format of the Chrome DevTools: the nodes of a tree of calls, and samples of its nodes. */
type CpuProfile = {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};
type ProfileNode = {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
};

/** Shares of the time on the main thread, each sorted with the largest first. */
export type Profile = {
  /** Time in the functions of a folder or package itself. */
  readonly folders: readonly Share[];
  /** Time in a function itself. */
  readonly self: readonly Share[];
  /** Time in a function and in all that it calls. */
  readonly whole: readonly Share[];
};
export type Share = { readonly name: string; readonly share: number };

/** A longer distance between two samples is counted as this many microseconds: the process had nothing to do. */
const DELTA_MAX_US = 2000;
const SHOWN = 40;

/** Reads a file that Bun's profiler has written. @param root the checkout, which the names of files leave out. */
export async function readProfile(file: string, root: string): Promise<Profile> {
  const { nodes, samples, timeDeltas }: CpuProfile = await Bun.file(file).json();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const folders = new Map<string, number>();
  const self = new Map<string, number>();
  const whole = new Map<string, number>();
  let total = 0;
  for (const [at, id] of samples.entries()) {
    const us = Math.min(timeDeltas[at] ?? 0, DELTA_MAX_US);
    const node = byId.get(id);
    if (node === undefined || IDLE.has(node.callFrame.functionName)) continue;
    total += us;
    add(folders, folderOf(node, root), us);
    add(self, nameOf(node, root), us);
    const above = new Set<string>();
    for (let of: number | undefined = id; of !== undefined; of = parents.get(of)) {
      const frame = byId.get(of);
      if (frame !== undefined) above.add(nameOf(frame, root));
    }
    for (const name of above) add(whole, name, us);
  }
  const shares = (times: ReadonlyMap<string, number>) =>
    [...times].map(([name, us]) => ({ name, share: us / total })).sort((a, b) => b.share - a.share);
  return { folders: shares(folders), self: shares(self), whole: shares(whole) };
}

const IDLE = new Set(["(idle)", "(program)"]);

function add(times: Map<string, number>, name: string, us: number): void {
  times.set(name, (times.get(name) ?? 0) + us);
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode, root: string): string {
  return `${functionName || "(anonymous)"} ${pathOf(url, root)}${lineNumber < 0 ? "" : `:${lineNumber + 1}`}`;
}

/** Returns the folder of a function's file, or the package that the file belongs to. */
function folderOf({ callFrame: { url } }: ProfileNode, root: string): string {
  const path = pathOf(url, root);
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
  if (inPackage !== null) return inPackage[1] ?? path;
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : path || "(engine)";
}

function pathOf(url: string, root: string): string {
  return url.replace("file://", "").replace(`${root}/`, "");
}

/** Prints the largest shares of a profile. */
export function tellProfile({ folders, self, whole }: Profile): void {
  for (const [title, shares] of [
    ["folders", folders],
    ["functions by themselves", self],
    ["functions with all they call", whole],
  ] as const) {
    console.log(`\n${title}`);
    for (const { name, share } of shares.slice(0, SHOWN))
      console.log(`${(share * 100).toFixed(1).padStart(6)} %  ${name}`);
  }
}
