import { afterAll } from "bun:test";
import { type Product, startProduct, type Wiring } from "./product.ts";

const started = new Map<string, Promise<Product>>();

/**
 * Returns a product that several tests of a file share. It is started at the first call with the same wiring and
 * settings, and stopped after the last test of the file. These tests share its metrics, caches and limits, so tests
 * that count them use `startProduct` instead.
 */
export function sharedProduct(wiring: Wiring, env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const key = JSON.stringify([wiring, Object.entries(env).sort()]);
  const product = started.get(key) ?? startProduct(wiring, env);
  started.set(key, product);
  return product;
}

afterAll(async () => {
  // If a product did not start, its test has already failed.
  const products = await Promise.allSettled(started.values());
  for (const product of products)
    if (product.status === "fulfilled") await product.value[Symbol.asyncDispose]();
});
