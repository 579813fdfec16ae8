/** Bare Elysia (hello.ts) in a process of its own, as the base of comparisons. */
export type Hello = AsyncDisposable & { readonly url: string; readonly pid: number };

export async function startHello(): Promise<Hello> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/hello.ts`], {
    stdout: "pipe",
    env: { PATH: process.env["PATH"] ?? "" },
  });
  const { value } = await child.stdout.getReader().read();
  const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string };
  return {
    url,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}
