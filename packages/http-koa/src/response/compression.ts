import { constants } from 'node:zlib'
import type { Middleware } from 'koa'
import compress from 'koa-compress'

/** Minimum bytes for compression. Smaller responses fit into one packet. */
const MIN_BYTES = 1_500
const BROTLI_QUALITY = 4

/**
 * Compresses complete responses, with three exceptions. Streams would be delayed. The compressed length of a secret
 * could reveal the secret. A strong entity tag identifies exact bytes.
 */
export function compression(): Middleware {
  const compressed = compress({
    threshold: MIN_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  }) as unknown as Middleware
  return (context, next) => {
    // A client that also refuses unencoded responses (`identity;q=0`) still gets one: RFC 9110 offers no better
    // response.
    if (context.acceptsEncodings(...ENCODINGS) === false) context.compress = false
    return compressed(context, next)
  }
}

const ENCODINGS: readonly string[] = ['br', 'gzip', 'deflate', 'identity']
