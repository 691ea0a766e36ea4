import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { CodedError } from '@utpid/core/codes'
import { ServiceError } from '@utpid/service'
import { HttpError } from '../errors/http-error.ts'
import { BODY_RATE_RULES, BodyRateMonitor, type BodyRateRules } from '../overload/body-rate.ts'
import { payloadTooLarge } from '../overload/payload-too-large.ts'

const DECODERS: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Limits of a request body. */
export interface BodyRules {
  /** Maximum bytes, before and after decompression. */
  readonly maxBytes: number
  /** Whether the whole body is read before the handler starts. */
  readonly isWhole: boolean
  readonly bodyRate?: BodyRateRules
  /** Called with the size of each chunk. If the function throws, reading stops. */
  readonly onBytes?: (bytes: number) => void
}

/**
 * Yields the decompressed chunks of a body as they arrive.
 *
 * @throws `payload_too_large`, `request_timeout`, `invalid_encoding`, `unsupported_media_type`, `malformed_request` if
 * the body ends too early.
 */
export async function* bodyChunks(request: IncomingMessage, rules: BodyRules): AsyncGenerator<Buffer> {
  const { maxBytes, isWhole, bodyRate = BODY_RATE_RULES, onBytes } = rules
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes) throw payloadTooLarge(maxBytes)
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const makeDecoder = DECODERS.get(encoding)
  if (makeDecoder === undefined && encoding !== 'identity') {
    throw new HttpError(
      'unsupported_media_type',
      `Content-Encoding "${encoding.slice(0, 60)}" is not supported; use ${[...DECODERS.keys()].join(', ')} or identity.`,
      { details: { acceptEncoding: [...DECODERS.keys(), 'identity'].join(', ') } },
    )
  }
  const decoder = makeDecoder?.()
  // Keep the connection open when reading stops, so that the client receives the error.
  const source: AsyncIterator<Buffer> =
    decoder === undefined
      ? request.iterator({ destroyOnReturn: false })
      : decoded(request, decoder)[Symbol.asyncIterator]()
  const bodyPace = new BodyRateMonitor(bodyRate, isWhole)
  let length = 0
  try {
    for (;;) {
      const next = await bodyPace.next(source)
      if (next.done === true) break
      length += next.value.length
      if (length > maxBytes) throw payloadTooLarge(maxBytes)
      onBytes?.(next.value.length)
      yield next.value
    }
  } catch (error) {
    if (error instanceof CodedError) throw error
    if (!request.complete) throw new HttpError('malformed_request', 'The body ended too early.', { cause: error })
    throw new ServiceError(
      'invalid_encoding',
      `The body is not ${encoding}, although its header Content-Encoding says so.`,
      { cause: error },
    )
  } finally {
    // Do not await `return()`: it resolves only with the next chunk.
    void source.return?.().catch(() => undefined)
  }
  if (!request.complete) throw new HttpError('malformed_request', 'The body ended too early.')
}

/** Reads a whole body. @throws see {@link bodyChunks} */
export async function readBytes(request: IncomingMessage, rules: BodyRules): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bodyChunks(request, rules)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Pipes a request into a decoder. Forwards errors of the request, which `pipe` does not. */
function decoded(request: IncomingMessage, decoder: Duplex): Duplex {
  request.once('error', (error) => decoder.destroy(error))
  request.once('aborted', () => decoder.destroy(new Error('The request was aborted.')))
  return request.pipe(decoder)
}

/** Parses JSON in UTF-8. @throws `invalid_encoding` if the bytes are not UTF-8, `invalid_json` */
export function parseJson(bytes: Buffer): unknown {
  const text = textOf(bytes)
  try {
    return JSON.parse(text)
  } catch (error) {
    const where = error instanceof Error ? `: ${error.message}` : ''
    throw new ServiceError('invalid_json', `The body is not JSON${text.trim() === '' ? ': it is empty' : where}.`)
  }
}

/** Decodes UTF-8. @throws `invalid_encoding` */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ServiceError('invalid_encoding', 'The body is not UTF-8.', { cause: error })
  }
}
