import { Fault } from "@dnstools/core/tool/fault";
import { clientGone } from "@dnstools/server/http/problem";

/** Limits for reading a request body. */
export type BodyLimits = { readonly maxBytes: number; readonly deadlineMs: number };

/** Reads the body of a request as text. @throws Fault body_too_large, request_timeout, client_gone */
export async function readBody(request: Request, { maxBytes, deadlineMs }: BodyLimits): Promise<string> {
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return "";
  const reader = request.body.getReader();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate(deadlineMs)), deadlineMs);
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(gone), late.promise]);
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
    // Frees the buffered part of a body that was not read completely.
    reader.cancel().catch(() => {});
  }
}

function gone(): never {
  throw clientGone(false);
}

function tooLarge(maxBytes: number): Fault {
  return new Fault("body_too_large", { detail: `Send at most ${maxBytes} bytes at once.` });
}

function tooLate(deadlineMs: number): Fault {
  return new Fault("request_timeout", { detail: `Send the whole body within ${deadlineMs / 1000} s.` });
}
