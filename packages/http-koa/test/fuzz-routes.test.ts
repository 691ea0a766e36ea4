import { expect, it } from 'vitest'
import { FUZZED_ROUTES, fuzzRoute } from './fuzz-routes.ts'
import { hostedTestService } from './support/hosted-test-service.ts'

/** Number of requests of each kind. The long test sends 2,000. */
const RUNS = 4

it('responds to random requests as documented, and never with an internal error', async () => {
  const service = await hostedTestService()
  for (const route of FUZZED_ROUTES) await fuzzRoute(service, route, RUNS)
  expect((await service.ask('GET', '/registry/stats')).status).toBe(200)
}, 120_000)
