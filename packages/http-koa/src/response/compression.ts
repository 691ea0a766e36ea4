import { constants } from 'node:zlib'
import type { Middleware } from 'koa'
import compress from 'koa-compress'

/** Smaller answers fit into one packet. */
const MIN_BYTES = 1_500
const BROTLI_QUALITY = 4

/**
 * Compresses complete answers. Excludes streams, which the compressor would delay; secrets, which their compressed
 * length could reveal; and strong entity tags, which identify exact bytes.
 */
export function compression(): Middleware {
  const compressed = compress({
    threshold: MIN_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  }) as unknown as Middleware
  return (context, next) => {
    // A client that accepts no encoding at all (`identity;q=0`) gets the plain answer: RFC 9110 has no better one.
    if (context.acceptsEncodings(...ENCODINGS) === false) context.compress = false
    return compressed(context, next)
  }
}

const ENCODINGS: readonly string[] = ['br', 'gzip', 'deflate', 'identity']
