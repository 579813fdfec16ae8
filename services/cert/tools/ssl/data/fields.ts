import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Type } from "@sinclair/typebox";

/** Returns the schema of a text field. */
export const text = (description: string) => Type.String({ description });
/** Returns the schema of a text field that may be null. */
export const orNull = (description: string) => nullable(text(description));
/** Returns the schema of an integer field. */
export const count = (description: string) => Type.Integer({ description });
/** Returns the schema of a list of strings. */
export const list = (description: string) => Type.Array(Type.String(), { description });
/** Returns the schema of a time in ISO 8601. */
export const time = (description: string) => Type.String({ format: "date-time", description });
/** Returns the schema of a reason code that may be null. */
export const reason = (description: string) => nullable(enumeration(REASON_CODES, description));

/** Returns the schema of a certificate's SHA-256 fingerprint, by which the answer refers to the certificate. */
export const fingerprint = (description: string) => Type.String({ pattern: "^[0-9a-f]{64}$", description });
/** Returns the schema of a certificate's SHA-256 fingerprint; the fingerprint may be null. */
export const sameAs = (description: string) =>
  nullable(fingerprint(`${description} As in \`certificates\`.`));
