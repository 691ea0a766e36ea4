import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Call, Reply } from '../route/route.ts'
import { isNotModified } from './headers/entity-tag.ts'

const CACHE_CONTROL = 'public, max-age=300'
/** Response headers, for the OpenAPI document. */
export const CACHED_RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  ETag: 'Weak entity tag of the content.',
  'Cache-Control': 'The answer may be cached for five minutes.',
}
const COMPRESSORS = { br: brotliCompressSync, gzip: gzipSync } as const

/**
 * A long response that is the same for all callers. The text is generated and compressed once, at the first request.
 */
export class CachedResponse {
  readonly #make: () => Reply & { readonly body: string }
  readonly #compressed = new Map<keyof typeof COMPRESSORS, Buffer>()
  #uncompressed: (Reply & { readonly body: string; readonly tag: string }) | undefined

  constructor(make: () => Reply & { readonly body: string }) {
    this.#make = make
  }

  reply({ header }: Pick<Call, 'header'>): Reply {
    this.#uncompressed ??= tagged(this.#make())
    const { tag, ...made } = this.#uncompressed
    const headers = { 'cache-control': CACHE_CONTROL, ...made.headers, etag: tag, vary: 'Accept-Encoding' }
    if (isNotModified(header('if-none-match'), tag)) return { status: 304, headers }
    const encoding = encodingOf(header('accept-encoding') ?? '')
    if (encoding === undefined) return { ...made, headers }
    const body = this.#compressed.get(encoding) ?? COMPRESSORS[encoding](made.body)
    this.#compressed.set(encoding, body)
    return { ...made, body, headers: { ...headers, 'content-encoding': encoding } }
  }
}

/** Adds an entity tag. The tag is weak, since it identifies the text in any encoding. */
function tagged(made: Reply & { readonly body: string }): Reply & { readonly body: string; readonly tag: string } {
  const hash = createHash('sha256').update(made.body).digest('base64url').slice(0, 22)
  return { ...made, tag: `W/"${hash}"` }
}

/** Returns the best encoding that `Accept-Encoding` allows. An encoding with `q=0` is not allowed. */
function encodingOf(accepted: string): keyof typeof COMPRESSORS | undefined {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name))
}
