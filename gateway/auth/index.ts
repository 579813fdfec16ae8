export { runKeys } from "./command/run.ts";
