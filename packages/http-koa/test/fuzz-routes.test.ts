import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FUZZED_ROUTES, fuzzRoute } from './fuzz-routes.ts'
import { hostedTestService } from './support/hosted-test-service.ts'
import { thereIn, validRequest } from './support/valid-requests.ts'

/** A long test makes 2,000 of each. */
const RUNS = 4

it('answers whatever is asked as it is documented, and never with a fault of its own', async () => {
  const service = await hostedTestService()
  for (const route of FUZZED_ROUTES) await fuzzRoute(service, route, RUNS)
  expect((await service.ask('GET', '/registry/stats')).status).toBe(200)
}, 120_000)

it('asks for what is valid often enough that most routes have something to do', async () => {
  const service = await hostedTestService()
  const there = await thereIn(service)
  const tried = FUZZED_ROUTES.filter(({ access, method }) => !('public' in access) && method === 'GET')
  const answered = new Set<string>()
  for (const route of tried) {
    for (const { path, query } of fc.sample(validRequest(route, there), runs(25))) {
      const search = new URLSearchParams(query).toString()
      const { status } = await service.ask('GET', `${path}${search === '' ? '' : `?${search}`}`)
      if (status < 400) answered.add(route.operationId)
    }
  }
  expect(answered.size / tried.length).toBeGreaterThan(0.5)
}, 60_000)
