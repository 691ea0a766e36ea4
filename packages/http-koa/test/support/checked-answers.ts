import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApiDocument, problemsOf, type Route } from '../../src/index.ts'
import { type FoundRoute, RouteFinder } from '../../src/route/find-route.ts'

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}
/** Headers that every response must have if its status documents them. */
const ALWAYS: readonly string[] = ['etag', 'location', 'set-cookie']
const JSON_TYPES: readonly string[] = ['application/json', 'application/problem+json']

interface Answered {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: NodeJS.Dict<number | string | string[]>
  readonly body: Buffer
}

/** Checks responses against the OpenAPI document: status, headers, media type and body. */
export class AnswerChecker {
  readonly #finder: RouteFinder
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(routes: readonly Route[]) {
    this.#finder = new RouteFinder(routes)
    // @ts-expect-error: the types of the package describe a CommonJS module.
    formats(this.#ajv)
    this.#ajv.addSchema(JSON.parse(JSON.stringify(openApiDocument(routes))) as object, 'api')
  }

  /** @returns all deviations from the document. */
  check(answer: Answered): string[] {
    const found = this.#find(answer)
    const route = found !== undefined && 'route' in found ? found.route : undefined
    const { method, status, headers } = answer
    // CORS preflight requests get a response before the routes.
    if (method === 'OPTIONS' && status === 204) return []
    const type = String(headers['content-type'] ?? '').split(';')[0] as string
    return [
      ...headersOf(status, headers),
      ...(route === undefined ? this.#unrouted(answer, type) : this.#routed(answer, route, type)),
    ].map((fault) => `${answer.method} ${answer.path} ${status}: ${fault}`)
  }

  #find({ method, path }: Answered): FoundRoute | undefined {
    try {
      return this.#finder.find(method, new URL(path, 'http://registry.invalid').pathname)
    } catch {
      return undefined
    }
  }

  /**
   * Checks the response to an unknown path. The response must be a problem, except for a page with a trailing slash.
   */
  #unrouted({ status, method, path, headers, body }: Answered, type: string): string[] {
    if (status === 308 && /^[^?]*[^/?]\/(\?|$)/.test(path)) {
      const to = this.#find({ method: 'GET', path: path.replace(/\/(\?|$)/, '$1') } as Answered)
      return to !== undefined && 'route' in to && headers.location !== undefined ? [] : ['leads to no page']
    }
    if (status < 400) return ['is no problem, and no route has it']
    if (status === 405 && headers.allow === undefined) return ['has no Allow']
    return method === 'HEAD' ? [] : this.#problem(body, type)
  }

  #routed({ method, status, headers, body }: Answered, route: Route, type: string): string[] {
    const codes = problemsOf(route).get(status)
    const answer = route.answers[status]
    if (codes === undefined && answer === undefined) return [`is not documented: ${body.toString().slice(0, 300)}`]
    if (answer === undefined) {
      if (method === 'HEAD') return []
      const { code } = parsed(body) as { readonly code?: string }
      // The service detects a broken percent escape before it looks for the route.
      const isDocumented = codes?.some((each) => each === code) === true
      return [...this.#problem(body, type), ...(isDocumented ? [] : [`${code} is not documented`])]
    }
    const named = Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase())
    const missing = named.filter((name) => ALWAYS.includes(name) && headers[name] === undefined)
    const faults = missing.map((name) => `has no ${name}`)
    const types = [
      ...(answer.json === undefined ? [] : ['application/json']),
      ...(answer.mediaType === undefined ? [] : [answer.mediaType]),
      ...(answer.others ?? []),
    ]
    if (method === 'HEAD' && type === '') return faults
    if (types.length === 0) return body.length === 0 ? faults : [...faults, 'has a body, and none is documented']
    if (!types.includes(type)) return [...faults, `is ${type}, documented are ${types.join(', ')}`]
    if (method === 'HEAD' || type !== 'application/json') return faults
    const place = `paths/${pointer(route.path)}/${route.method.toLowerCase()}/responses/${status}/content`
    return [...faults, ...this.#validate(`api#/${place}/${pointer('application/json')}/schema`, parsed(body))]
  }

  #problem(body: Buffer, type: string): string[] {
    if (type !== 'application/problem+json') return [`is ${type}, no problem`]
    return this.#validate('api#/components/schemas/Problem', parsed(body))
  }

  #validate(ref: string, value: unknown): string[] {
    const validate = this.#validators.get(ref) ?? this.#ajv.compile({ $ref: ref })
    this.#validators.set(ref, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

function headersOf(status: number, headers: Answered['headers']): string[] {
  const needed = ['x-request-id', 'utpid-api-version']
  if (status === 401) needed.push('www-authenticate')
  if (status === 429 || status === 503) needed.push('retry-after')
  return needed.filter((name) => headers[name] === undefined).map((name) => `has no ${name}`)
}

function pointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return {}
  }
}

/**
 * Checks every response of a server.
 *
 * @param onFault - Called for each deviation from the document.
 */
export function checkAnswers(server: Server, routes: readonly Route[], onFault: (error: unknown) => void): void {
  const checker = checkerOf(routes)
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    const { write, end } = response
    const keep = (chunk: unknown): void => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
    }
    response.write = ((chunk: unknown, ...rest: never[]) => {
      keep(chunk)
      return write.apply(response, [chunk, ...rest] as never)
    }) as typeof response.write
    response.end = ((chunk: unknown, ...rest: never[]) => {
      keep(chunk)
      return end.apply(response, [chunk, ...rest] as never)
    }) as typeof response.end
    response.once('finish', () => {
      const headers = response.getHeaders()
      const { method = '', url = '' } = request
      const decode = DECODERS[String(headers['content-encoding'] ?? '')]
      const bytes = Buffer.concat(chunks)
      const isRead = method !== 'HEAD' && JSON_TYPES.some((type) => String(headers['content-type']).startsWith(type))
      const body = isRead && decode !== undefined ? decode(bytes) : bytes
      const faults = checker.check({ method, path: url, status: response.statusCode, headers, body })
      if (faults.length > 0) onFault(new Error(faults.join('\n')))
    })
  })
}

const CHECKERS = new WeakMap<readonly Route[], AnswerChecker>()

function checkerOf(routes: readonly Route[]): AnswerChecker {
  const known = CHECKERS.get(routes) ?? new AnswerChecker(routes)
  CHECKERS.set(routes, known)
  return known
}
