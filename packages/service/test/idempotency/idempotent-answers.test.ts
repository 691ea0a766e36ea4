import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLAIM_MILLISECONDS,
  IdempotentResponses,
  RESPONSE_HOURS,
  type StartedRequest,
} from '../../src/idempotency/idempotent-responses.ts'
import type { StoredResponse } from '../../src/model/request-log.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import { type Fate, failingStore } from '../support/failing-store.ts'
import { VirtualTime } from '../support/virtual-time.ts'

const REQUEST = { accountId: 'a', route: 'POST /registry/verify', key: 'k 1 é', bodyHash: 'x' }
const ANSWER: StoredResponse = { status: 201, headers: { location: '/x' }, body: '{"a":1}' }

function opened() {
  const time = new VirtualTime()
  const store = new MemoryServiceStore()
  return { time, store, answers: new IdempotentResponses(store, time.clock) }
}

async function fresh(begun: Promise<StartedRequest>) {
  const result = await begun
  if (result.kind !== 'fresh') throw new Error('It is not fresh.')
  return result.work
}

describe('IdempotentResponses', () => {
  it('accept a route that is longer than row keys, percent-encoded', async () => {
    const { answers } = opened()
    const long = {
      ...REQUEST,
      accountId: 'a'.repeat(100),
      route: `PUT /registry/supplier/expo/code/${'%F0'.repeat(1_000)}`,
    }
    const work = await fresh(answers.claim(long))
    await work.finish(ANSWER)
    expect(await answers.claim(long)).toEqual({ kind: 'replay', answer: ANSWER })
    await fresh(answers.claim({ ...long, route: `${long.route}1` }))
  })

  it('repeat the stored response for the same body only', async () => {
    const { answers } = opened()
    const work = await fresh(answers.claim(REQUEST))
    await expect(answers.claim(REQUEST)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      details: { retryAfter: CLAIM_MILLISECONDS / 1000 },
    })
    await expect(answers.claim({ ...REQUEST, bodyHash: 'y' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(await work.finish(ANSWER)).toBe(true)
    expect(await answers.claim(REQUEST)).toEqual({ kind: 'replay', answer: ANSWER })
    await expect(answers.claim({ ...REQUEST, bodyHash: 'y' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('separate accounts, routes and keys', async () => {
    const { answers } = opened()
    const idempotencyKeys = new Set<string>()
    for (const other of [{}, { accountId: 'b' }, { route: 'POST /registry/merge' }, { key: 'k 1 è' }]) {
      idempotencyKeys.add((await fresh(answers.claim({ ...REQUEST, ...other }))).idempotencyKey)
    }
    expect(idempotencyKeys.size).toBe(4)
  })

  it('give each attempt the same idempotency key, after a crash and after a release', async () => {
    const { time, answers } = opened()
    const dead = await fresh(answers.claim(REQUEST))
    time.now += CLAIM_MILLISECONDS
    const second = await fresh(answers.claim(REQUEST))
    expect(second.idempotencyKey).toBe(dead.idempotencyKey)
    expect(await second.release()).toBe(true)
    const third = await fresh(answers.claim(REQUEST))
    expect(third.idempotencyKey).toBe(dead.idempotencyKey)
    expect(await dead.finish(ANSWER)).toBe(false)
    time.now += CLAIM_MILLISECONDS - 1
    expect(await third.renew()).toBe(true)
    time.now += CLAIM_MILLISECONDS - 1
    await expect(answers.claim(REQUEST)).rejects.toMatchObject({ code: 'idempotency_in_progress' })
    expect(await third.finish(ANSWER)).toBe(true)
  })

  it('expire after 24 hours', async () => {
    const { time, answers } = opened()
    const work = await fresh(answers.claim(REQUEST))
    await work.finish(ANSWER)
    time.now += RESPONSE_HOURS * 3_600_000
    const again = await fresh(answers.claim({ ...REQUEST, bodyHash: 'y' }))
    expect(again.idempotencyKey).not.toBe(work.idempotencyKey)
  })

  it('let one of 50 identical requests execute', async () => {
    const { answers } = opened()
    const begun = await Promise.allSettled(Array.from({ length: 50 }, () => answers.claim(REQUEST)))
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('give one effect and one response, wherever a process crashes', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 12 }), async (visits) => {
        const time = new VirtualTime()
        const store = new MemoryServiceStore()
        const effects = new Map<string, string>()
        const seen = new Map<string, StoredResponse>()
        const send = async ({ key, body, fates, waits, crash }: Visit): Promise<void> => {
          let call = 0
          const own = failingStore(store, () => fates[call++] ?? 'works')
          const answers = new IdempotentResponses(own, time.clock)
          const begun = await answers.claim({ ...REQUEST, key, bodyHash: body }).catch(() => undefined)
          if (begun?.kind === 'replay') {
            // All requests with a key get the same response, which belongs to the body of this request.
            expect(begun.answer).toEqual(seen.get(key) ?? begun.answer)
            expect(begun.answer.body).toContain(`"${body}"`)
            seen.set(key, begun.answer)
            return
          }
          if (begun?.kind !== 'fresh' || crash === 'before') return
          const { work } = begun
          // As in the registry, a repeated idempotency key has no second effect.
          const effect = effects.get(work.idempotencyKey) ?? `{"${key}":"${body}"}`
          effects.set(work.idempotencyKey, effect)
          if (crash === 'behind') return
          // The claim may expire during the work.
          time.now += waits
          const answer = { status: 200, headers: {}, body: effect }
          await work.finish(answer).catch(() => undefined)
        }
        // Send two requests at a time, so that duplicates run concurrently.
        for (let at = 0; at < visits.length; at += 2) {
          await Promise.all(visits.slice(at, at + 2).map(send))
          time.now += visits[at]?.waits ?? 0
        }
        const kept = [...effects.values()].map((effect) => Object.keys(JSON.parse(effect) as object)[0])
        expect(kept.length).toBe(new Set(kept).size)
      }),
      runs(1_000),
    )
  })
})

interface Visit {
  readonly key: string
  readonly body: string
  readonly fates: readonly Fate[]
  readonly waits: number
  readonly crash: 'before' | 'behind' | 'never'
}

const visit: fc.Arbitrary<Visit> = fc.record({
  key: fc.constantFrom('one', 'two'),
  body: fc.constantFrom('x', 'x', 'x', 'y'),
  fates: fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constant<Fate>('works') }, fc.constantFrom<Fate>('fails', 'lost', 'dead')),
    { maxLength: 6 },
  ),
  waits: fc.constantFrom(0, 1_000, CLAIM_MILLISECONDS + 1),
  crash: fc.constantFrom('before', 'behind', 'never'),
})
