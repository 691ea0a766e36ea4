import type Koa from 'koa'
import { HttpError } from '../errors/http-error.ts'
import type { RequestSlot } from '../overload/concurrency-limit.ts'
import type { Route } from '../route/route.ts'
import { type BodyRules, readBytes } from './read-body.ts'

/** Default maximum bytes of a body, decompressed. */
export const BODY_BYTES: number = 1_000_000

/** Reads the whole body of a request. Returns no bytes if the route has no body or the handler streams the body. */
export async function bytesOf(
  context: Koa.Context,
  { body, stream }: Route,
  rules: Omit<BodyRules, 'maxBytes' | 'isWhole'>,
  slot: RequestSlot,
): Promise<Buffer> {
  if (body === undefined && stream === undefined) return Buffer.alloc(0)
  const type = mediaTypeOf(context)
  const isJson = type === 'application/json' || type.endsWith('+json')
  const isRead = stream === undefined ? isJson : stream.mediaTypes.includes(type)
  if (!isRead) {
    const read = stream === undefined ? 'application/json' : stream.mediaTypes.join(', ')
    throw new HttpError(
      'unsupported_media_type',
      `Content-Type is ${type === '' ? 'missing' : type.slice(0, 100)}; this route reads ${read}.`,
      { details: { accept: read } },
    )
  }
  if (body === undefined) return Buffer.alloc(0)
  const arrived = context.req.complete ? () => undefined : slot.pauseForBody()
  try {
    return await readBytes(context.req, { maxBytes: body.maxBytes ?? BODY_BYTES, isWhole: true, ...rules })
  } finally {
    arrived()
  }
}

/** Returns the media type of `Content-Type`, without parameters. */
export function mediaTypeOf(context: Koa.Context): string {
  return context.get('content-type').split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * Limits of a streamed body. JSON has a lower limit, since its bytes stay in memory until the end of the body. In other
 * formats each line is released once it is read.
 */
export function streamRules(
  { stream }: Route,
  mediaType: string,
  { onBytes, ...rules }: Omit<BodyRules, 'maxBytes' | 'isWhole'>,
): BodyRules {
  const isJson = mediaType === 'application/json'
  const maxBytes = stream === undefined ? BODY_BYTES : isJson ? stream.maxJsonBytes : stream.maxBytes
  return { maxBytes, isWhole: false, ...rules, ...(isJson && onBytes !== undefined ? { onBytes } : {}) }
}
