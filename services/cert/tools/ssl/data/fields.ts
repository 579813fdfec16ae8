import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Type } from "@sinclair/typebox";

/** Helpers for the schemas of the answer's fields, each with its description. */
export const text = (description: string) => Type.String({ description });
export const orNull = (description: string) => nullable(text(description));
export const count = (description: string) => Type.Integer({ description });
export const list = (description: string) => Type.Array(Type.String(), { description });
export const time = (description: string) => Type.String({ format: "date-time", description });
export const reason = (description: string) => nullable(enumeration(REASON_CODES, description));

/** Schema of a certificate's SHA-256, by which the answer refers to the certificate. */
export const fingerprint = (description: string) => Type.String({ pattern: "^[0-9a-f]{64}$", description });
export const sameAs = (description: string) =>
  nullable(fingerprint(`${description} As in \`certificates\`.`));
