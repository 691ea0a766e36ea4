import { type ErrorCode, RegistryError } from '@utpid/core'
import { ServiceMetrics } from '../../src/index.ts'
import { World } from '../contract/world.ts'
import { LOOPBACK_RECEIVERS } from '../support/account-objects.ts'
import { hostedTestService, type TestPlace } from '../support/hosted-test-service.ts'
import { testDashboard } from '../support/test-dashboard.ts'
import { type GeneratedRequest, isValidBody, OPERATIONS, validRequest } from './generated-request.ts'
import { mutatedRequest } from './mutated-request.ts'
import { ruleOf } from './refusals.ts'
import { type Answered, sendRequest, shownRequest } from './send-request.ts'

/** The results of one round of requests. */
export interface RoundResult {
  readonly valid: number
  readonly mutated: number
  /** Number of valid requests rejected by a rule that no schema can express. */
  readonly byRule: number
  /** Valid requests with a 400 or 422 response although they satisfy all rules, with these responses. */
  readonly refused: readonly string[]
  /** Requests with a 5xx response, with these responses. */
  readonly failed: readonly string[]
  /** Responses that violate the OpenAPI document. */
  readonly undescribed: readonly string[]
  /** Number of accepted requests whose bodies violate their schemas. */
  readonly lenient: number
  readonly answered: ReadonlyMap<string, ReadonlySet<number>>
}

export interface RoundOptions {
  readonly seed: number
  /** Numbers of valid and of mutated requests for each operation. */
  readonly valid: number
  readonly mutated: number
  readonly place?: TestPlace
}

/** Problem code of a reindex that starts during another reindex. The test repeats such a request. */
const WAITED_FOR: ErrorCode = 'generation_open'
/** Milliseconds to advance the clock between requests. Failed authentications of an address then expire. */
const BETWEEN_MS = 120_000

/** Sends requests to every operation of a new service with one shared registry. */
export async function generatedRound({ seed, valid, mutated, place }: RoundOptions): Promise<RoundResult> {
  const ends: (() => Promise<void>)[] = []
  const hosted = await hostedTestService(undefined, LOOPBACK_RECEIVERS, {
    atEnd: (end) => void ends.push(end),
    app: { metrics: new ServiceMetrics(), dashboard: testDashboard() },
    ...(place === undefined ? {} : { place }),
  })
  const world = new World(hosted)
  const result = {
    valid: 0,
    mutated: 0,
    byRule: 0,
    refused: [] as string[],
    failed: [] as string[],
    undescribed: [] as string[],
    lenient: 0,
    answered: new Map<string, Set<number>>(),
  }
  let turn = 0
  const next = (): number => Math.imul(seed, 0x9e3779b1) ^ Math.imul(++turn, 0x85ebca6b)
  const send = async (request: GeneratedRequest): Promise<Answered> => {
    hosted.advance(BETWEEN_MS)
    const answered = await sendRequest(hosted, request)
    const statuses = result.answered.get(request.operationId) ?? new Set()
    result.answered.set(request.operationId, statuses.add(answered.status))
    if (answered.status >= 500) result.failed.push(told(request, answered))
    return answered
  }
  for (const operationId of OPERATIONS.keys()) {
    for (let count = 0; count < valid; count++) {
      const request = await validRequest(world, operationId, next())
      const answered = await send(request)
      result.valid++
      if (answered.status !== 400 && answered.status !== 422) continue
      if (ruleOf(operationId, answered) === undefined) result.refused.push(told(request, answered))
      else result.byRule++
    }
    for (let count = 0; count < mutated; count++) {
      const request = mutatedRequest(await validRequest(world, operationId, next()), next())
      const { status } = await send(request)
      result.mutated++
      if (status < 300 && isValidBody(operationId, request) === false) result.lenient++
    }
  }
  for (const end of ends.reverse()) {
    await end().catch((error: unknown) => {
      const all = error instanceof AggregateError ? error.errors : [error]
      const faults = all.filter((each) => !(each instanceof RegistryError && each.code === WAITED_FOR))
      result.undescribed.push(...faults.map((each) => (each instanceof Error ? String(each.stack) : String(each))))
    })
  }
  return result
}

function told(request: GeneratedRequest, { status, code, detail }: Answered): string {
  return `${status} ${code ?? ''} ${detail} <- ${request.operationId}: ${shownRequest(request)}`
}
