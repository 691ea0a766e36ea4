import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Storage } from '@utpid/core'
import { createRegistry } from '@utpid/core'
import type { ConcordanceContradiction, ConcordanceEntry } from '@utpid/core/operations'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { overlaidStorage } from '../../support/overlaid-storage.ts'
import { expectSameState, orderlessState, readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR } from '../../support/sample-hotels.ts'

/** The hotel Zephyr, described so badly that no model joins it. */
const VAGUE = { supplier: 'beta', code: 'B1', name: 'Marlowe Palace', category: 'hotel' }
/** Accepts the removal of any number of codes. */
const ANY_LOSS = { allowLoss: 1 }
const ALPHA = { supplier: 'alpha', code: 'A1', set: '3956' }
const BETA = { supplier: 'beta', code: 'B1', set: '3956' }

async function utpidOf(registry: Registry, supplier: string, code: string): Promise<string | null | undefined> {
  return (await registry.locate({ supplier, code }))?.utpid
}

async function areOne(registry: Registry): Promise<boolean> {
  const [one, other] = [await utpidOf(registry, 'alpha', 'A1'), await utpidOf(registry, 'beta', 'B1')]
  return one !== undefined && one === other
}

async function changeOf({ ledger }: Storage): Promise<number> {
  return (await ledger.head()).change
}

describe('storeConcordance', () => {
  it('joins the records of one set, and names the concordance in explanations', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, VAGUE, QUILL])
    expect(await areOne(registry)).toBe(false)
    const report = await registry.storeConcordance('giata', [ALPHA, BETA], { source: 'GIATA of 26 November' })
    expect(report).toMatchObject({ name: 'giata', entries: 2, added: 2, changed: 0, removed: 0, records: 2, codes: 2 })
    expect(await areOne(registry)).toBe(true)
    const { pair } = await registry.explainMatch({ supplier: 'alpha', code: 'A1' }, { supplier: 'beta', code: 'B1' })
    const identifier = pair?.comparisons.find(({ name }) => name === 'identifier')
    expect(identifier).toMatchObject({ level: 'same', input: 'giata 3956 from the concordance giata' })
    const [stored] = await storage.ledger.getRecords((await storage.ledger.bySupplierCode([ALPHA])) as number[])
    // The stored record stays as the supplier sent it.
    expect(stored?.row.record).not.toHaveProperty('identifiers')
    expect(stored?.row.assigned).toEqual([{ scheme: 'giata', value: '3956' }])
    await expectConsistent(storage)
  })

  it('joins with a record that a supplier sent with the identifier', async () => {
    const { registry } = await openRegistry()
    await registry.storeConcordance('giata', [BETA])
    await registry.import([{ ...ZEPHYR, identifiers: [{ scheme: 'giata', value: '3956' }] }, VAGUE])
    expect(await areOne(registry)).toBe(true)
  })

  it('matches and explains an unknown code by its set', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    await registry.storeConcordance('giata', [ALPHA, BETA])
    const utpid = await utpidOf(registry, 'alpha', 'A1')
    const result = await registry.match(VAGUE, { explain: true })
    expect(result).toMatchObject({ decision: 'match', method: 'identifier', utpid })
    const explained = result.matches[0]?.explanation?.comparisons.find(({ name }) => name === 'identifier')
    expect(explained).toMatchObject({
      input: 'giata 3956 from the concordance giata',
      record: 'giata 3956 from the concordance giata',
    })
    expect((await registry.mapBatch([VAGUE]))[0]).toMatchObject({ decision: 'match', utpid })
    expect((await registry.explainMatch(VAGUE, utpid as string)).pair?.signature).toContain('+identifier')
  })

  it('does not use the set of a code to confirm the code', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    await registry.storeConcordance('giata', [ALPHA, BETA])
    const utpid = (await utpidOf(registry, 'alpha', 'A1')) as string
    // The supplier gave the code to another hotel.
    const other = { ...QUILL, supplier: 'beta', code: 'B1' }
    expect((await registry.confirm(other, utpid)).fits).toBe('no')
  })

  it('still finds that a code was given to another hotel', async () => {
    const [withSet, without] = [await openRegistry(), await openRegistry()]
    await withSet.registry.storeConcordance('giata', [ALPHA])
    const kinds = []
    for (const { registry, storage } of [withSet, without]) {
      await registry.upsert(ZEPHYR)
      const before = await utpidOf(registry, 'alpha', 'A1')
      await registry.upsert({ ...QUILL, code: 'A1' })
      kinds.push((await utpidOf(registry, 'alpha', 'A1')) === before)
      await expectConsistent(storage)
    }
    expect(kinds).toEqual([false, false])
  })

  it('writes nothing when the same entries come again, also with contradictions', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, VAGUE])
    const entries = [ALPHA, BETA, { ...BETA, set: '77' }, { supplier: 'gamma', code: '1', set: '8' }]
    await registry.storeConcordance('giata', entries)
    const change = await changeOf(storage)
    const report = await registry.storeConcordance('giata', entries.toReversed())
    expect(report).toMatchObject({ added: 0, changed: 0, removed: 0, records: 0, contradictions: 1, change })
    expect(await changeOf(storage)).toBe(change)
  })

  it('separates records when their code gets another set, and when the entries lack it', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, VAGUE])
    const before = await orderlessState(storage)
    const beta = await utpidOf(registry, 'beta', 'B1')
    await registry.storeConcordance('giata', [ALPHA, BETA])
    expect(await areOne(registry)).toBe(true)
    expect(await registry.storeConcordance('giata', [ALPHA, { ...BETA, set: '12' }])).toMatchObject({ changed: 1 })
    expect(await areOne(registry)).toBe(false)
    // The record has its former product again.
    expect(await utpidOf(registry, 'beta', 'B1')).toBe(beta)
    await registry.storeConcordance('giata', [ALPHA, BETA])
    expect(await registry.storeConcordance('giata', [ALPHA], ANY_LOSS)).toMatchObject({
      removed: 1,
      records: 1,
      codes: 1,
    })
    expect(await areOne(registry)).toBe(false)
    const removed = await registry.removeConcordance('giata')
    expect(removed).toMatchObject({ name: 'giata', removed: 1, records: 1 })
    expect(await registry.listConcordances()).toEqual([])
    expect(await storage.ledger.scanConcordances(undefined, 10)).toEqual([])
    expectSameState(await orderlessState(storage), before)
  })

  it('only adds with add', async () => {
    const { registry } = await openRegistry()
    await registry.storeConcordance('giata', [ALPHA])
    expect(await registry.storeConcordance('giata', [BETA], { add: true })).toMatchObject({
      added: 1,
      removed: 0,
      codes: 2,
    })
    // An addition never replaces a set.
    const report = await registry.storeConcordance('giata', [{ ...BETA, set: '1' }], { add: true })
    expect(report).toMatchObject({ changed: 1, contradictions: 1 })
  })

  it('replaces only the codes of one supplier if its entries are of that supplier', async () => {
    const { registry, storage } = await openRegistry()
    const entries = (codes: readonly string[]) => codes.map((code) => ({ code, set: code }) as ConcordanceEntry)
    await registry.storeConcordance('tgx', entries(['1', '2']), { supplier: 'Alpha' })
    await registry.storeConcordance('tgx', entries(['1', '3']), { supplier: 'beta' })
    expect(await registry.storeConcordance('tgx', entries(['2']), { supplier: 'alpha', ...ANY_LOSS })).toMatchObject({
      removed: 1,
    })
    const rows = await storage.ledger.scanConcordances(undefined, 10)
    expect(rows.map(({ id }) => id)).toEqual(['alpha:2', 'beta:1', 'beta:3', 'concordances'])
    await expect(registry.storeConcordance('tgx', entries(['2']), { supplier: '-' })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  it('gives a code of several sets no identifier, and lists it', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, VAGUE])
    await registry.storeConcordance('giata', [ALPHA, BETA, { ...BETA, set: '12' }])
    expect(await areOne(registry)).toBe(false)
    expect(await registry.listConcordances()).toMatchObject([{ name: 'giata', codes: 2, contradictions: 1 }])
    expect(await contradictionsOf(registry)).toEqual([
      { kind: 'several_sets', concordance: 'giata', code: { supplier: 'beta', code: 'B1' }, sets: ['12', '3956'] },
    ])
  })

  it('lists concordances that disagree, and decisions that a set contradicts; the decision wins', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, VAGUE])
    const [alpha, beta] = [await utpidOf(registry, 'alpha', 'A1'), await utpidOf(registry, 'beta', 'B1')]
    const { change } = await registry.dismiss(alpha as string, beta as string, { actor: 'ann' })
    await registry.storeConcordance('giata', [ALPHA, BETA])
    await registry.storeConcordance('vendor', [ALPHA, { ...BETA, set: 'x' }])
    expect(await areOne(registry)).toBe(false)
    const codes = [ALPHA, BETA].map(({ supplier, code }) => ({ supplier, code }))
    const found = await contradictionsOf(registry)
    expect(found).toHaveLength(2)
    expect(found).toContainEqual({
      kind: 'concordances_disagree',
      concordance: 'giata',
      set: '3956',
      other: 'vendor',
      code: codes[1],
    })
    const judged = found.find(({ kind }) => kind === 'judged_different')
    expect(judged).toMatchObject({ concordance: 'giata', set: '3956', decision: change })
    expect(judged).toHaveProperty('codes', expect.arrayContaining(codes))
  })

  it('reports entries that cannot be used, and rejects a call without a usable entry', async () => {
    const { registry, storage } = await openRegistry()
    const wrong = [
      null,
      'text',
      {},
      { supplier: 'beta', code: 'B1' },
      { code: '7', set: '1' },
      { ...BETA, set: 'x'.repeat(300) },
    ]
    const report = await registry.storeConcordance('giata', [ALPHA, ...(wrong as unknown as ConcordanceEntry[])])
    expect(report).toMatchObject({ entries: 7, added: 1, rejected: 6 })
    expect(report.rejections.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6])
    expect(report.rejections[3]?.message).toBe('The code beta:B1 has no set.')
    const change = await changeOf(storage)
    for (const entries of [[], wrong] as unknown as ConcordanceEntry[][]) {
      await expect(registry.storeConcordance('giata', entries)).rejects.toMatchObject({ code: 'validation_failed' })
    }
    for (const name of ['', 'GIATA', 'a.b', 'a:b', 'x'.repeat(51), 7] as string[]) {
      await expect(registry.storeConcordance(name, [ALPHA])).rejects.toMatchObject({ code: 'validation_failed' })
    }
    await expect(registry.storeConcordance('giata', 7 as never)).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.removeConcordance('vendor')).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no concordance "vendor". Stored are giata.',
    })
    expect(await changeOf(storage)).toBe(change)
  })

  it('takes names of inherited properties as names', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR])
    expect(await registry.storeConcordance('constructor', [ALPHA])).toMatchObject({ added: 1, codes: 1 })
    expect(await registry.removeConcordance('constructor')).toMatchObject({ removed: 1 })
    await expectConsistent(storage)
  })

  it('limits the number of concordances', async () => {
    const { registry } = await openRegistry()
    for (let at = 0; at < LIMITS.concordances; at++) await registry.storeConcordance(`c${at}`, [ALPHA])
    await expect(registry.storeConcordance('more', [ALPHA])).rejects.toMatchObject({ code: 'validation_failed' })
    await registry.storeConcordance('c0', [BETA], ANY_LOSS)
  })

  it('removes nothing if its source fails, and continues when it is repeated', async () => {
    const { registry } = await openRegistry()
    const many = Array.from({ length: 1_200 }, (_, at) => ({ supplier: 'alpha', code: `${at}`, set: `${at}` }))
    await registry.storeConcordance('giata', [BETA])
    function* failing(): Generator<ConcordanceEntry> {
      yield* many.slice(0, 700)
      throw new Error('The disk is gone.')
    }
    await expect(registry.storeConcordance('giata', failing(), ANY_LOSS)).rejects.toThrow('The disk is gone.')
    expect(await registry.listConcordances()).toMatchObject([{ codes: 501, completedAt: null }])
    const progress: string[] = []
    const report = await registry.storeConcordance('giata', many, {
      onProgress: ({ phase, done }) => progress.push(`${phase} ${done}`),
    })
    expect(report).toMatchObject({ added: 700, removed: 1, codes: 1_200 })
    expect(progress.slice(0, 5)).toEqual(['check 500', 'check 1000', 'store 500', 'store 1000', 'store 1200'])
    expect((await registry.listConcordances())[0]?.completedAt).not.toBeNull()
  })

  it('stops between two batches when aborted', async () => {
    const { registry } = await openRegistry()
    const abort = new AbortController()
    const many = Array.from({ length: 1_200 }, (_, at) => ({ supplier: 'alpha', code: `${at}`, set: `${at}` }))
    const stored = registry.storeConcordance('giata', many, { signal: abort.signal, onProgress: () => abort.abort() })
    await expect(stored).rejects.toMatchObject({ code: 'aborted' })
    expect(await registry.listConcordances()).toMatchObject([{ codes: 500, completedAt: null }])
  })

  it('gives an inactive record its identifier, so that an undo needs no other read', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, VAGUE])
    const deleted = await registry.delete((await utpidOf(registry, 'beta', 'B1')) as string, { actor: 'ann' })
    await registry.storeConcordance('giata', [ALPHA, BETA])
    await expectConsistent(storage)
    await registry.undo(deleted.change, { actor: 'ann' })
    await expectConsistent(storage)
    expect(await areOne(registry)).toBe(true)
  })

  it('survives a reindex and a rescore', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, VAGUE, QUILL])
    await registry.storeConcordance('giata', [ALPHA, BETA])
    const before = await readWhole(storage)
    await registry.reindex({ force: true })
    expect((await readWhole(storage)).records).toEqual(before.records)
    await registry.rescore({ force: true })
    expect((await readWhole(storage)).edges).toEqual(before.edges)
    expect(await areOne(registry)).toBe(true)
    expect(await registry.recluster()).toMatchObject({ edges: 0, steps: 0 })
  })

  it('asks the ledger once for each batch of an import', async () => {
    const memory = createMemoryStorage()
    let reads = 0
    const storage = overlaidStorage(memory, {
      concordances: async (ids) => {
        reads++
        return await memory.ledger.concordances(ids)
      },
    })
    const { registry } = await openRegistry({ storage })
    await registry.import([ZEPHYR, VAGUE, QUILL], { batchSize: 2 })
    expect(reads).toBe(2)
  })
})

describe('two writers', () => {
  it('give a record its identifier if its code is stored while the record is written', async () => {
    const memory = createMemoryStorage()
    const other = await createRegistry({ storage: memory })
    let isFirst = true
    const storage = overlaidStorage(memory, {
      // The other process stores the code after this process has read its sets.
      concordances: async (ids) => {
        const rows = await memory.ledger.concordances(ids)
        if (isFirst) {
          isFirst = false
          await other.storeConcordance('giata', [ALPHA, BETA])
        }
        return rows
      },
    })
    const registry = await createRegistry({ storage })
    await registry.import([ZEPHYR, VAGUE])
    expect(await areOne(registry)).toBe(true)
    await expectConsistent(memory)
  })

  it('give a record its identifier if the record is written while its code is stored', async () => {
    const memory = createMemoryStorage()
    const other = await createRegistry({ storage: memory })
    let isFirst = true
    const storage = overlaidStorage(memory, {
      bySupplierCode: async (codes) => {
        const ids = await memory.ledger.bySupplierCode(codes)
        if (isFirst) {
          isFirst = false
          await other.import([ZEPHYR, VAGUE])
        }
        return ids
      },
    })
    const registry = await createRegistry({ storage })
    await registry.storeConcordance('giata', [ALPHA, BETA])
    expect(await areOne(registry)).toBe(true)
    await expectConsistent(memory)
  })

  it('keep the entries of both if they store concordances at once', async () => {
    const memory = createMemoryStorage()
    const other = await createRegistry({ storage: memory })
    let isFirst = true
    const storage = overlaidStorage(memory, {
      bySupplierCode: async (codes) => {
        if (isFirst) {
          isFirst = false
          await other.storeConcordance('vendor', [ALPHA])
        }
        return await memory.ledger.bySupplierCode(codes)
      },
    })
    const registry = await createRegistry({ storage })
    await registry.storeConcordance('giata', [ALPHA])
    expect(await registry.listConcordances()).toMatchObject([{ name: 'giata' }, { name: 'vendor', codes: 1 }])
    const [row] = await memory.ledger.concordances(['alpha:A1'])
    expect(row?.content).toEqual({ giata: ['3956'], vendor: ['3956'] })
  })
})

async function contradictionsOf(registry: Registry): Promise<ConcordanceContradiction[]> {
  const found: ConcordanceContradiction[] = []
  for await (const each of registry.concordanceContradictions()) found.push(each)
  return found
}
