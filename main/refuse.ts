/** Prints all problems that prevent the program from starting, such as invalid settings. */
export function refuse(problems: readonly string[]): void {
  console.error(`Not started. Settings to correct:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  process.exitCode = 1;
}
