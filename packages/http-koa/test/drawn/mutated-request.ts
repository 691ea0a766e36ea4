import fc from 'fast-check'
import type { GeneratedRequest } from './generated-request.ts'

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '%',
  '\0',
  '\u202e',
  '__proto__',
  'constructor',
  '-1',
  '1e99',
  'NaN',
  'null',
  '../../etc/passwd',
  "' or 1=1 --",
  '🏨'.repeat(200),
  'a'.repeat(3_000),
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999999999Z',
  'UTP-00000-00000-1',
]
const HALF_A_CHARACTER = '\ud800'
const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  HALF_A_CHARACTER,
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[[]]]],
  Array.from({ length: 2_000 }, (_, at) => at),
  { toString: 1, valueOf: 2, length: -1 },
  JSON.parse('{"__proto__":{"a":1},"constructor":null}'),
]
const HOSTILE_HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['if-match', ['', '"', '*', ',,,', 'W/"x"', `"UTP-00000-00000-1.${'9'.repeat(15)}.0"`, '\xff']],
  ['if-none-match', ['*', '"', 'W/']],
  ['idempotency-key', ['k', ' ', 'x'.repeat(256), '\xe9', '"quoted"']],
  ['utpid-api-version', ['0', '1', '2', '-1', 'x', '9'.repeat(20)]],
  ['accept', ['*/*', 'text/html', 'application/x-ndjson', ';', 'q=2', 'x'.repeat(500)]],
  ['content-type', ['', 'text/plain', 'application/json; charset=latin1', 'application/x+json', 'text/csv', ';;;']],
  ['content-encoding', ['gzip', 'br', 'deflate', 'zstd', 'identity, gzip']],
  ['accept-encoding', ['gzip;q=2', 'identity;q=0', '*']],
  ['x-request-id', ['short', 'x'.repeat(200), '\xe9']],
  ['traceparent', ['00-0-0-0', 'x']],
  ['origin', ['null', 'https://elsewhere.example', 'x']],
  ['cookie', ['utpid_session=x', 'utpid_session=', '=;=;', 'x'.repeat(1_000)]],
  ['range', ['bytes=0-1']],
  ['x-forwarded-for', ['x', '::1, 10.0.0.1', ','.repeat(100)]],
]
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

type Mutation = (request: GeneratedRequest) => fc.Arbitrary<GeneratedRequest>

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ maxLength: 60, unit: 'binary' }),
)
const anyValue = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.jsonValue({ maxDepth: 3 }))

const anotherQuery: Mutation = (request) => {
  const names = [...request.query.map(([name]) => name), 'limit', 'cursor', 'unknown', '__proto__']
  return fc
    .array(fc.tuple(fc.constantFrom(...names), anyText), { minLength: 1, maxLength: 3 })
    .map((more) => ({ ...request, query: [...request.query, ...more] }))
}

/** Replaces one part of the path. */
const anotherPath: Mutation = (request) => {
  const parts = request.path.split('/')
  const raw = fc.oneof(
    anyText.map((text) => encodeURIComponent(text)),
    fc.constantFrom('%', '%zz', '%ff', '%2e%2e', '%00'),
  )
  return fc
    .tuple(fc.integer({ min: 1, max: parts.length }), raw)
    .map(([at, text]) => ({ ...request, path: [...parts.slice(0, at), text, ...parts.slice(at + 1)].join('/') }))
}

const anotherHeader: Mutation = (request) =>
  fc
    .constantFrom(...HOSTILE_HEADERS)
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const))
    .map(([name, value]) => {
      const { body, ...rest } = { ...request, headers: { ...request.headers, [name]: value } }
      return body === undefined ? rest : { ...rest, body }
    })

const anotherMethod: Mutation = (request) => fc.constantFrom(...METHODS).map((method) => ({ ...request, method }))

const anotherBody: Mutation = (request) => {
  if (typeof request.body !== 'string')
    return anyValue.map((value) => ({ ...request, body: JSON.stringify(value) ?? '' }))
  const { body } = request
  const json = parsed(body)
  const bytes = fc.uint8Array({ maxLength: 50 })
  const broken = fc.oneof(
    fc.nat({ max: body.length }).map((end): string | Uint8Array => body.slice(0, end)),
    bytes,
    fc.constantFrom(
      '',
      ' ',
      '[',
      '{"',
      '['.repeat(5_000),
      `${'{"a":'.repeat(5_000)}1`,
      '\ufeff{}',
      'NaN',
      '1e999',
      '{}{}',
    ),
  )
  const changed = json === undefined ? broken : fc.oneof({ weight: 4, arbitrary: changedJson(json) }, broken)
  return changed.map((other) => ({ ...request, body: other }))
}

/** Generates a JSON text with one value replaced, removed or added. */
function changedJson(json: unknown): fc.Arbitrary<string> {
  const paths = pathsOf(json)
  const name = fc.constantFrom('unknown', '__proto__', 'constructor', 'toString', '')
  return fc.oneof(
    fc.tuple(fc.constantFrom(...paths), anyValue).map(([path, value]) => textOf(replaced(json, path, () => value))),
    fc.constantFrom(...paths).map((path) => textOf(replaced(json, path, () => undefined))),
    fc
      .tuple(fc.constantFrom(...paths), name, anyValue)
      .map(([path, field, value]) =>
        textOf(
          replaced(json, path, (old) =>
            Array.isArray(old)
              ? [...old, value]
              : typeof old === 'object' && old !== null
                ? Object.fromEntries([...Object.entries(old), [field, value]])
                : [old, value],
          ),
        ),
      ),
  )
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const entries = Array.isArray(value)
    ? value.slice(0, 5).map((each, place) => [place, each] as const)
    : Object.entries(value)
  return [at, ...entries.flatMap(([name, each]) => pathsOf(each, [...at, name]))].slice(0, 200)
}

function replaced(value: unknown, [name, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (name === undefined) return change(value)
  if (Array.isArray(value)) return value.map((each, at) => (at === name ? replaced(each, rest, change) : each))
  const entries = Object.entries(value as object)
  return Object.fromEntries(entries.map(([own, each]) => [own, own === name ? replaced(each, rest, change) : each]))
}

const MUTATIONS: readonly Mutation[] = [
  anotherQuery,
  anotherPath,
  anotherHeader,
  anotherMethod,
  anotherBody,
  anotherBody,
]

/** Mutates one or two parts of a request. */
export function mutatedRequest(request: GeneratedRequest, seed: number): GeneratedRequest {
  const once = fc.constantFrom(...MUTATIONS).chain((mutate) => mutate(request))
  const twice = once.chain((first) => fc.constantFrom(...MUTATIONS).chain((mutate) => mutate(first)))
  const [mutated] = fc.sample(fc.oneof({ weight: 3, arbitrary: once }, twice), { numRuns: 1, seed })
  return mutated as GeneratedRequest
}
