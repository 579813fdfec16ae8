import { Elysia } from "elysia";

/** Bare Elysia, started as in its documentation. The body has about the size of an answer of `/api/v1/limits`. */
const BODY = { limit: 1_000_000, remaining: 1_000_000, resetS: 0, windowS: 60, costs: { dns: 1 } };

const app = new Elysia().get("/api/v1/limits", () => BODY).listen({ port: 0, hostname: "127.0.0.1" });
console.log(JSON.stringify({ url: `http://127.0.0.1:${app.server?.port}`, metrics: "" }));
