import { Glob } from "bun";

/**
 * Checks that every dependency has an exact version, so that a checkout installs the same packages at any time.
 * @returns the problems.
 */
export async function checkPackages(root: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(
    new Glob(
      "{package.json,services/**/package.json,{gateway,proxy,lab,bench,docs/examples}/package.json}",
    ).scan({
      cwd: root,
    }),
  );
  const problems: string[] = [];
  for (const file of files.filter((f) => !f.includes("node_modules"))) {
    const { dependencies = {}, devDependencies = {} } = await Bun.file(`${root}/${file}`).json();
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies } as Record<
      string,
      string
    >)) {
      const exact = version === "workspace:*" || /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
      if (!exact) problems.push(`${file}: ${name} is ${version}: write one exact version`);
    }
  }
  return problems;
}
