import type { IncomingMessage } from 'node:http'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { RegistryError } from '@utpid/core'

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * The bytes of a body, decompressed.
 *
 * @param bytesMost - After decompression too: a small body may become a large one.
 * @throws `payload_too_large`, `invalid_encoding`, `unsupported_media_type`, `malformed_request` when it ends too early.
 */
export async function readBytes(request: IncomingMessage, bytesMost: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > bytesMost) throw tooLarge(bytesMost)
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const decoder = DECODERS[encoding]
  if (decoder === undefined && encoding !== 'identity') {
    throw new RegistryError(
      'unsupported_media_type',
      `Content-Encoding is ${encoding.slice(0, 60)}; ${Object.keys(DECODERS).join(', ')} and identity are read.`,
    )
  }
  const decoded = decoder?.()
  const source = decoded === undefined ? request : request.pipe(decoded)
  const chunks: Buffer[] = []
  let length = 0
  try {
    const broken = new Promise<never>((_, reject) => {
      request.once('aborted', () => reject(new RegistryError('malformed_request', 'The body ended too early.')))
      request.once('error', () => reject(new RegistryError('malformed_request', 'The body ended too early.')))
    })
    broken.catch(() => undefined)
    const read = (async () => {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > bytesMost) throw tooLarge(bytesMost)
        chunks.push(chunk)
      }
    })()
    await Promise.race([read, broken])
  } catch (error) {
    if (decoded !== undefined) request.unpipe(decoded)
    if (error instanceof RegistryError) throw error
    throw new RegistryError('invalid_encoding', `The body is not ${encoding}, as its header says.`, { cause: error })
  }
  return Buffer.concat(chunks)
}

/** @throws `invalid_encoding` when it is not UTF-8, `invalid_json` */
export function parseJson(bytes: Buffer): unknown {
  const text = textOf(bytes)
  try {
    return JSON.parse(text)
  } catch (error) {
    const where = error instanceof Error ? `: ${error.message}` : ''
    throw new RegistryError('invalid_json', `The body is not JSON${text.trim() === '' ? ': it is empty' : where}.`)
  }
}

/** @throws `invalid_encoding` */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new RegistryError('invalid_encoding', 'The body is not UTF-8.', { cause: error })
  }
}

function tooLarge(bytesMost: number): RegistryError {
  return new RegistryError('payload_too_large', `The body is larger than ${bytesMost.toLocaleString('en')} bytes.`, {
    details: { limit: bytesMost },
  })
}
