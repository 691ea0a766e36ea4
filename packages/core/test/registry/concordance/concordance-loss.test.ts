import type { Registry } from '@utpid/core'
import type { ConcordanceEntry, ConcordanceLoss, EndingCode } from '@utpid/core/operations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openRegistry } from '../../support/open-registry.ts'
import { ZEPHYR } from '../../support/sample-hotels.ts'

function entriesOf(supplier: string, from: number, to: number): ConcordanceEntry[] {
  return Array.from({ length: to - from }, (_, at) => ({ supplier, code: `${from + at}`, set: `s${from + at}` }))
}

/** A registry with 20 codes of alpha and 20 of beta. */
async function opened(): Promise<{ registry: Registry; changeOf: () => Promise<number> }> {
  const { registry, storage } = await openRegistry()
  await registry.storeConcordance('giata', [...entriesOf('alpha', 0, 20), ...entriesOf('beta', 0, 20)])
  return { registry, changeOf: async () => (await storage.ledger.head()).change }
}

describe('a replacement that lacks stored codes', () => {
  it('is refused before anything is written if it lacks more than a tenth of them', async () => {
    const { registry, changeOf } = await opened()
    const before = await changeOf()
    const cut = [...entriesOf('alpha', 0, 20), ...entriesOf('beta', 0, 15), { supplier: 'new', code: '1', set: '9' }]
    await expect(registry.storeConcordance('giata', cut)).rejects.toMatchObject({
      code: 'excessive_loss',
      message:
        '5 of 40 codes of the concordance giata would be removed, which is more than the share of 0.1 that is allowed; nothing was written. If they no longer belong to it, repeat the import with allowLoss 0.125.',
      details: { known: 40, ending: 5, allowLoss: 0.1, suppliers: [{ supplier: 'beta', known: 20, ending: 5 }] },
    })
    expect(await changeOf()).toBe(before)
    expect(await registry.storeConcordance('giata', cut, { allowLoss: 0.125 })).toMatchObject({ removed: 5, codes: 36 })
  })

  it('is stored if it lacks at most a tenth, or only changes sets', async () => {
    const { registry } = await opened()
    const most = [...entriesOf('alpha', 2, 20), ...entriesOf('beta', 2, 20)]
    expect(await registry.storeConcordance('giata', most)).toMatchObject({ removed: 4, codes: 36 })
    const moved = most.map((entry) => ({ ...entry, set: `t${entry.set}` }))
    expect(await registry.storeConcordance('giata', moved)).toMatchObject({ changed: 36, codes: 36 })
  })

  it('counts only codes of the given supplier', async () => {
    const { registry } = await opened()
    const cut = entriesOf('alpha', 3, 20)
    await expect(registry.storeConcordance('giata', cut, { supplier: 'Alpha' })).rejects.toMatchObject({
      code: 'excessive_loss',
      details: { known: 20, ending: 3 },
    })
    expect(await registry.storeConcordance('giata', entriesOf('alpha', 2, 20), { supplier: 'alpha' })).toMatchObject({
      removed: 2,
    })
  })

  it('asks, with the list of codes', async () => {
    const { registry, changeOf } = await opened()
    const before = await changeOf()
    const codes: EndingCode[] = []
    const passes: string[] = []
    const answer = (accepts: boolean) => ({
      onLoss: async (loss: ConcordanceLoss) => {
        for await (const code of loss.codes()) codes.push(code)
        expect(await changeOf()).toBe(before)
        return accepts
      },
    })
    const source = (pass: string): Generator<ConcordanceEntry> => {
      passes.push(pass)
      return (function* () {
        yield* entriesOf('alpha', 0, 20)
        yield* entriesOf('beta', 6, 20)
      })()
    }
    await expect(registry.storeConcordance('giata', source, answer(false))).rejects.toMatchObject({
      code: 'excessive_loss',
    })
    expect(codes.map(({ supplier, code, sets }) => `${supplier} ${code} ${sets.join()}`).sort()).toEqual(
      entriesOf('beta', 0, 6).map(({ code, set }) => `beta ${code} ${set}`),
    )
    expect(await registry.storeConcordance('giata', source, answer(true))).toMatchObject({ removed: 6 })
    expect(passes).toEqual(['check', 'check', 'write'])
  })

  it('is not counted with add, for a new concordance, and with allowLoss 1', async () => {
    const { registry } = await opened()
    const one = entriesOf('alpha', 0, 1)
    function* once(): Generator<ConcordanceEntry> {
      yield* one
    }
    expect(await registry.storeConcordance('giata', once(), { add: true })).toMatchObject({ removed: 0 })
    expect(await registry.storeConcordance('vendor', one)).toMatchObject({ added: 1 })
    expect(await registry.storeConcordance('giata', once(), { allowLoss: 1 })).toMatchObject({ removed: 39 })
  })

  it('needs entries that can be read twice, and a share', async () => {
    const { registry } = await opened()
    function* once(): Generator<ConcordanceEntry> {
      yield* entriesOf('alpha', 0, 20)
    }
    await expect(registry.storeConcordance('giata', once())).rejects.toMatchObject({ code: 'validation_failed' })
    for (const allowLoss of [-0.1, 1.1, Number.NaN, '1' as never]) {
      await expect(registry.storeConcordance('giata', [], { allowLoss })).rejects.toMatchObject({
        code: 'validation_failed',
      })
    }
    const wrong = registry.storeConcordance('giata', [], { onLoss: 7 as never })
    await expect(wrong).rejects.toMatchObject({ code: 'validation_failed' })
    // A file without entries is wrong, whatever it lacks.
    await expect(registry.storeConcordance('giata', [])).rejects.toMatchObject({ code: 'validation_failed' })
  })

  it('is refused exactly if the share of missing codes is above the allowed share', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(19), { minLength: 1 }),
        fc.uniqueArray(fc.nat(24), { minLength: 1 }),
        fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
        async (stored, next, allowLoss) => {
          const { registry } = await openRegistry()
          await registry.import([ZEPHYR])
          const entries = (codes: readonly number[]) =>
            codes.map((code) => ({ supplier: 'alpha', code: `${code}`, set: '1' }))
          await registry.storeConcordance('giata', entries(stored))
          const lost = stored.filter((code) => !next.includes(code)).length
          const outcome = await registry.storeConcordance('giata', entries(next), { allowLoss }).then(
            ({ removed }) => removed,
            (error: { code: string }) => error.code,
          )
          expect(outcome).toBe(lost > stored.length * allowLoss ? 'excessive_loss' : lost)
        },
      ),
      { numRuns: 60 },
    )
  })
})
