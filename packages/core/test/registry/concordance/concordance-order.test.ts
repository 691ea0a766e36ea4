import { few } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConcordanceEntry } from '../../../src/registry/concordance/concordance.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameState, orderlessState } from '../../support/registry-state.ts'
import { finalState, type SmallRecord, smallRecord } from '../../support/small-world.ts'
import { TIMELESS } from '../../support/timeless.ts'

type Step =
  | { readonly kind: 'records'; readonly records: readonly SmallRecord[] }
  | {
      readonly kind: 'entries'
      readonly name: string
      readonly entries: readonly ConcordanceEntry[]
      readonly add: boolean
    }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'deactivate'; readonly record: SmallRecord }

const entry: fc.Arbitrary<ConcordanceEntry> = fc.record({
  supplier: fc.nat(3).map((supplier) => `s${supplier}`),
  code: fc.nat(5).map((code) => `c${code}`),
  set: fc.constantFrom('1', '2', '3'),
})
const name = fc.constantFrom('giata', 'vendor')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('records'),
      records: fc.array(smallRecord(), { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('entries'),
      name,
      entries: fc.array(entry, { minLength: 1, maxLength: 8 }),
      add: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deactivate'), record: smallRecord() }) },
) as fc.Arbitrary<Step>

/** The records and entries after all steps. */
class Finals {
  records: SmallRecord[] = []
  readonly entries = new Map<string, ConcordanceEntry[]>()

  take(each: Step): void {
    if (each.kind === 'records') this.records = finalState([...this.records, ...each.records])
    else if (each.kind === 'deactivate') {
      const { supplier, code } = each.record
      this.records = this.records.filter((record) => record.supplier !== supplier || record.code !== code)
    } else if (each.kind === 'remove') this.entries.delete(each.name)
    else this.entries.set(each.name, [...(each.add ? (this.entries.get(each.name) ?? []) : []), ...each.entries])
  }
}

async function run(steps: readonly Step[], rules = TIMELESS) {
  const { registry, storage } = await openRegistry({ survivorshipRules: rules })
  for (const each of steps) {
    if (each.kind === 'records') await registry.import(each.records, { batchSize: 3 })
    else if (each.kind === 'entries')
      await registry.storeConcordance(each.name, each.entries, { add: each.add, allowLoss: 1 })
    else if (each.kind === 'remove') await registry.removeConcordance(each.name).catch(expectMissing)
    else await registry.deactivate(each.record).catch(expectMissing)
  }
  return { registry, storage }
}

function expectMissing(error: unknown): void {
  expect(error).toMatchObject({ code: 'not_found' })
}

describe('stored concordances', () => {
  it('give the same clusters in any order of records and entries, and in any batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const finals = new Finals()
        for (const each of steps) finals.take(each)
        const entries = [...finals.entries].map(
          ([concordance, own]): Step => ({ kind: 'entries', name: concordance, entries: own, add: false }),
        )
        const records: Step[] = finals.records.length === 0 ? [] : [{ kind: 'records', records: finals.records }]
        const { storage } = await run(steps)
        await expectConsistent(storage)
        const state = await orderlessState(storage)
        for (const order of [
          [...entries, ...records],
          [...records, ...entries.toReversed()],
        ]) {
          const other = await run(order)
          const expected = await orderlessState(other.storage)
          expectSameState(state, expected)
        }
      }),
      { numRuns: few(60) },
    )
  })
})
