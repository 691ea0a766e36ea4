import { times } from '@utpid/testing'
import { it } from 'vitest'
import { FUZZED_ROUTES, fuzzRoute } from './fuzz-routes.ts'
import { hostedTestService } from './support/hosted-test-service.ts'

const RUNS = times(2_000, 50)

it.each(FUZZED_ROUTES.map((route) => [route.operationId, route] as const))(
  '%s responds to random requests as documented',
  async (_, route) => fuzzRoute(await hostedTestService(), route, RUNS),
)
