import { constants } from 'node:zlib'
import type { Middleware } from 'koa'
import compress from 'koa-compress'

/** Smaller answers fit one packet anyhow. */
const LEAST_BYTES = 1_500
const BROTLI_QUALITY = 4

/**
 * Compresses answers that are whole. Not what flows: it would wait in the compressor. Not what shows a secret: beside what
 * a caller chose, its length would tell of it. Not what has a strong tag, which names these very bytes.
 */
export function compression(): Middleware {
  const compressed = compress({
    threshold: LEAST_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  }) as unknown as Middleware
  return (context, next) => {
    // Who takes no form at all, not even the plain one (`identity;q=0`), gets that: RFC 9110 has no better answer.
    if (context.acceptsEncodings(...FORMS) === false) context.compress = false
    return compressed(context, next)
  }
}

const FORMS: readonly string[] = ['br', 'gzip', 'deflate', 'identity']
