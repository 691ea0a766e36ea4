import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { LimitSubject } from '../../../src/limits/limiter.ts'
import { settled, TestProcesses } from './processes.ts'

type Happening =
  | { readonly does: 'begin' }
  | { readonly does: 'end' | 'kill' | 'hang' | 'cut' | 'forbid' | 'heal'; readonly which: number }
  | { readonly does: 'forbid all' | 'allow all' }
  | { readonly does: 'ask'; readonly which: number; readonly requests: number }
  | { readonly does: 'pass'; readonly milliseconds: number }

const which = fc.nat(99)
const happenings: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ does: 'begin' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('end', 'kill', 'hang', 'cut', 'forbid', 'heal' as const), which }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('forbid all', 'allow all' as const) }) },
  {
    weight: 10,
    arbitrary: fc.record({ does: fc.constant('ask' as const), which, requests: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('pass' as const), milliseconds: fc.integer({ min: 50, max: 1_500 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pass' as const), milliseconds: fc.constant(13_000) }) },
)

/** Checks that no period exceeds the limits, however processes start, stop, die, hang or lose the store. */
export async function checkHistories(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 5, max: 60 }),
      fc.array(happenings, { minLength: 20, maxLength: 60 }),
      async (burst, sustained, history) => {
        const world = new TestProcesses()
        await world.begin()
        const keySustained = { requests: sustained, perSeconds: 30 }
        const subjects: readonly LimitSubject[] = [
          { accountId: 'a', accountBurst: burst },
          { accountId: 'b', keyId: 'k', accountBurst: 40, keyBurst: 3, keySustained },
        ]
        for (const happening of history) {
          if (happening.does === 'begin') {
            if (world.processes.length < 6) await world.begin()
            continue
          }
          if (happening.does === 'pass') {
            await world.pass(happening.milliseconds)
            continue
          }
          if (!('which' in happening)) {
            world.isReadOnly = happening.does === 'forbid all'
            continue
          }
          const process = world.processes[happening.which % world.processes.length]
          if (process === undefined) continue
          switch (happening.does) {
            case 'ask':
              for (const subject of subjects) await process.ask(subject, happening.requests)
              break
            case 'end':
              await world.end(process)
              break
            case 'kill':
              world.kill(process)
              break
            case 'hang':
              process.isHanging = true
              break
            case 'cut':
              process.isCutOff = true
              break
            case 'forbid':
              process.isReadOnly = true
              break
            case 'heal':
              process.isHanging = false
              process.isCutOff = false
              process.isReadOnly = false
          }
        }
        expect(world.excess('a burst', burst, 1)).toBeLessThanOrEqual(0)
        expect(world.excess('b burst', 40, 1)).toBeLessThanOrEqual(0)
        expect(world.excess('b key-burst', 3, 1)).toBeLessThanOrEqual(0)
        expect(world.excess('b key-sustained', sustained, 30)).toBeLessThanOrEqual(0)
      },
    ),
    runs(numRuns),
  )
}

const BURSTS = [1, 2, 3, 4, 6]
const MAX_PROCESSES = 6

interface Change {
  readonly begins: boolean
  readonly which: number
  /** Whether requests arrive before other processes receive notice of the change. */
  readonly isSoon: boolean
  readonly milliseconds: number
}

const changes: fc.Arbitrary<Change> = fc.record({
  begins: fc.boolean(),
  which,
  isSoon: fc.boolean(),
  milliseconds: fc.oneof(fc.constant(0), fc.integer({ min: 50, max: 400 }), fc.constant(1_200)),
})

/**
 * Starts and stops processes in quick succession under constant overload. Checks that limits are never exceeded while
 * processes first share them, then lease them, then share them again.
 */
export async function checkChanges(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 8, maxLength: 30 }), async (history) => {
      const world = new TestProcesses()
      await world.begin()
      const askAll = async (): Promise<void> => {
        for (const burst of BURSTS) {
          const subject = { accountId: `a${burst}`, accountBurst: burst }
          await Promise.all(world.processes.map((process) => process.ask(subject, burst)))
        }
      }
      await askAll()
      for (const { begins, which: at, isSoon, milliseconds } of history) {
        const process = world.processes[at % world.processes.length]
        if (begins ? world.processes.length < MAX_PROCESSES : world.processes.length > 1) {
          if (begins) world.startSoon()
          else if (process !== undefined) world.stopSoon(process)
          if (!isSoon) await settled()
        }
        await askAll()
        await world.pass(milliseconds)
        await askAll()
      }
      for (const burst of BURSTS) expect(world.excess(`a${burst} burst`, burst, 1), `${burst}`).toBeLessThanOrEqual(0)
    }),
    runs(numRuns),
  )
}
