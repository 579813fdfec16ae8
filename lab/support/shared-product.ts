import { afterAll } from "bun:test";
import { type Product, startProduct, type Wiring } from "./product.ts";

const started = new Map<string, Promise<Product>>();

/**
 * The product for several tests of a file: started at the first call with this wiring and these settings, and ended after the last
 * test of the file. Metrics, caches and limits are those of all tests that share it: a test that counts them takes `startProduct`.
 */
export function sharedProduct(wiring: Wiring, env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const key = JSON.stringify([wiring, Object.entries(env).sort()]);
  const product = started.get(key) ?? startProduct(wiring, env);
  started.set(key, product);
  return product;
}

afterAll(async () => {
  // A product that did not start has failed its test already.
  const products = await Promise.allSettled(started.values());
  for (const product of products)
    if (product.status === "fulfilled") await product.value[Symbol.asyncDispose]();
});
