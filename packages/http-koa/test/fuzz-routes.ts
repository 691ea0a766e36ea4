import fc from 'fast-check'
import { expect } from 'vitest'
import { pathParameters, problemsOf, ROUTES, type Route } from '../src/index.ts'
import type { HostedTestService } from './support/hosted-test-service.ts'

const HOSTILE = [
  '',
  ' ',
  '%',
  '__proto__',
  'constructor',
  '-1',
  '1e99',
  'NaN',
  '\u0000',
  '../..',
  "' or 1=1 --",
  '🏨'.repeat(50),
]

const text: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 40, unit: 'binary' }))
const likely = fc.constantFrom('UTP-00000-00000-1', 'expo', '1', 'true', 'open', '20', 'DE', '2026-11-22T00:00:00Z')

/** Generates objects with known and unknown fields and values of any kind. */
function bodyOf(route: Route): fc.Arbitrary<unknown> {
  const shape = (route.body?.json as { readonly shape?: object } | undefined)?.shape ?? {}
  const names = [...Object.keys(shape), '__proto__', 'unknown']
  const value = fc.oneof(likely, text, fc.jsonValue({ maxDepth: 3 }), fc.constant(null))
  return fc.oneof(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }), fc.jsonValue({ maxDepth: 2 }))
}

interface Asked {
  readonly path: string
  readonly body: unknown
  readonly query: Record<string, string>
}

function pathWith(route: Route, values: readonly string[]): string {
  return pathParameters(route.path).reduce(
    (path, name, at) => path.replace(`{${name}}`, encodeURIComponent((values[at] ?? '').toWellFormed())),
    route.path,
  )
}

/** Generates valid and invalid requests to a route. */
function anyRequest(route: Route): fc.Arbitrary<Asked> {
  const names = pathParameters(route.path)
  return fc.record({
    path: fc
      .array(fc.oneof(likely, text), { minLength: names.length, maxLength: names.length })
      .map((values) => pathWith(route, values)),
    query: fc.dictionary(
      fc.constantFrom(...Object.keys(route.query?.shape ?? {}), 'unknown'),
      fc.oneof(likely, text).map((value) => value.toWellFormed()),
      { maxKeys: 4 },
    ),
    body: bodyOf(route),
  })
}

const BETWEEN_MS = 120_000

/** Routes that would end the session of other tests. These routes get only requests with unknown ids. */
const ENDING: ReadonlySet<string> = new Set(['signOut'])

/** Sends random requests to a route. Each response must be as documented, without internal errors. */
export async function fuzzRoute(service: HostedTestService, route: Route, runs: number): Promise<void> {
  if (ENDING.has(route.operationId)) return
  await fuzz(service, route, anyRequest(route), runs)
}

async function fuzz(
  service: HostedTestService,
  route: Route,
  requests: fc.Arbitrary<Asked>,
  runs: number,
): Promise<void> {
  // Let failed authentications of the previous route expire.
  service.advance(BETWEEN_MS)
  const documented = new Set([...Object.keys(route.answers).map(Number), ...problemsOf(route).keys()])
  // An empty path parameter, or a parameter of dots, leads to another path.
  const elsewhere = new Set([400, 404, 405])
  await fc.assert(
    fc.asyncProperty(requests, async ({ path, query, body }) => {
      const search = new URLSearchParams(query).toString()
      const hasBody = route.body !== undefined || route.stream !== undefined
      const response = await service.ask(
        route.method,
        `${path}${search === '' ? '' : `?${search}`}`,
        hasBody ? { body } : {},
      )
      const type = response.headers.get('content-type')
      const answer = await response.text()
      const { status } = response
      expect(status < 500, `${status} ${answer.slice(0, 300)}`).toBe(true)
      expect(
        documented.has(status) || elsewhere.has(status),
        `${status} is not documented: ${answer.slice(0, 300)}`,
      ).toBe(true)
      if (status >= 400) {
        expect(type).toBe('application/problem+json')
        expect(JSON.parse(answer)).toMatchObject({ status, code: expect.any(String), requestId: expect.any(String) })
      }
    }),
    { numRuns: runs },
  )
}

export const FUZZED_ROUTES: readonly Route[] = ROUTES
