import { constants } from 'node:zlib'
import type { Middleware } from 'koa'
import compress from 'koa-compress'

/** Smaller answers fit into one packet. */
const MIN_BYTES = 1_500
const BROTLI_QUALITY = 4

/**
 * Compresses complete answers. Excludes three kinds of answers. The compressor would delay streams. A compressed length
 * could reveal secrets. A strong entity tag identifies exact bytes.
 */
export function compression(): Middleware {
  const compressed = compress({
    threshold: MIN_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  }) as unknown as Middleware
  return (context, next) => {
    // A client that also refuses unencoded answers (`identity;q=0`) gets one anyway: RFC 9110 has no better answer.
    if (context.acceptsEncodings(...ENCODINGS) === false) context.compress = false
    return compressed(context, next)
  }
}

const ENCODINGS: readonly string[] = ['br', 'gzip', 'deflate', 'identity']
