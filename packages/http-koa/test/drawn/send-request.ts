import { once } from 'node:events'
import { Agent, request as begin, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { HostedTestService } from '../support/hosted-test-service.ts'
import type { GeneratedRequest } from './generated-request.ts'

/** The response to a request. */
export interface Answered {
  readonly status: number
  /** Code of a problem. */
  readonly code: string | undefined
  readonly detail: string
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
}
const agent = new Agent({ keepAlive: true })

/** Sends a request unchanged: `fetch` would remove `.` and `..` from its path. */
export async function sendRequest(
  { address, key }: Pick<HostedTestService, 'address' | 'key'>,
  request: GeneratedRequest,
): Promise<Answered> {
  const { method, headers, body } = request
  const sent = begin(address, {
    agent,
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...headers,
      // Set the length, which the client omits for the body of a GET.
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
  })
  sent.path = targetOf(request)
  // Ignore errors of sending: the service may respond and close the connection before it has received the whole body.
  sent.on('error', () => undefined)
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const type = response.headers['content-type'] ?? ''
  const decode = DECODERS[response.headers['content-encoding'] ?? ''] ?? ((plain: Buffer) => plain)
  const isProblem = type.startsWith('application/problem+json') && bytes.length > 0
  const problem = isProblem ? (JSON.parse(decode(bytes).toString()) as { code: string; detail: string }) : undefined
  return { status: response.statusCode ?? 0, code: problem?.code, detail: problem?.detail ?? '' }
}

function targetOf({ path, query }: GeneratedRequest): string {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  return `${path}${search === '' ? '' : `?${search}`}`
}

/** Formats a request for messages. */
export function shownRequest(request: GeneratedRequest): string {
  const { method, headers, body } = request
  const text = body === undefined ? '' : ` ${typeof body === 'string' ? body.slice(0, 400) : `${body.length} bytes`}`
  return `${method} ${targetOf(request).slice(0, 600)} ${JSON.stringify(headers).slice(0, 300)}${text}`
}
