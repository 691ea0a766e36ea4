import { describe, expect, test } from 'vitest'
import { formatUtpid } from '../../../src/model/utpid.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

/** Returns the UTPID of a result. */
function utpidIn(answer: object): string {
  return (answer as { utpid: string }).utpid
}

/** Quill's record with the content of the Zephyr, which its supplier sends by mistake. */
const MISTAKEN = { ...ZEPHYR, supplier: 'beta', code: 'Q' }
const QUILL_BY_BETA = { ...QUILL, supplier: 'beta', code: 'Q' }

describe('get', () => {
  test('returns the fields with their sources, and the records with their methods', async () => {
    const { registry } = await openRegistry()
    const utpid = utpidIn(await registry.upsert(ZEPHYR))
    await registry.setSupplier({ id: 'beta', name: 'Beta Tours', priority: 5 })
    await registry.upsert(ZEPHYR_BY_BETA)
    const product = await registry.get(utpid)
    expect(product).toMatchObject({
      utpid,
      name: 'Zéphyr Marlowe',
      category: 'hotel',
      location: { city: 'Paris', country: 'FR', postalCode: '75002', address: '12 Rue de la Pavane' },
      stars: 4,
      verified: false,
      suppliers: [
        { id: 'alpha', name: 'alpha' },
        { id: 'beta', name: 'Beta Tours' },
      ],
      duplicates: 0,
      revision: 2,
      provenance: { name: { supplier: 'beta', code: 'B1' } },
    })
    expect(product?.records.map(({ record, method }) => [record.supplier, method])).toEqual([
      ['alpha', 'created'],
      ['beta', 'model'],
    ])
    const confidences = product?.records.map(({ confidence }) => confidence) ?? []
    expect(product?.confidence).toBe(Math.min(...confidences))
  })

  test('a UTPID that was never minted is undefined, and an invalid one is rejected', async () => {
    const { registry } = await openRegistry()
    expect(await registry.get(formatUtpid(12_345))).toBeUndefined()
    expect(await registry.locate({ utpid: formatUtpid(12_345) })).toBeUndefined()
    await expect(registry.get('UTP-00000-00000-2')).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.locate({ utpid: 'hello' })).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test('a UTPID is parsed in all typing variants', async () => {
    const { registry } = await openRegistry()
    const utpid = utpidIn(await registry.upsert(ZEPHYR))
    expect((await registry.get(utpid.toLowerCase().replaceAll('-', ' ')))?.utpid).toBe(utpid)
  })

  test('a registry with its own format writes and reads UTPIDs in this format', async () => {
    const format = {
      format: (id: number): string => `X${id}`,
      parse: (text: string): number | undefined => (/^X\d+$/.test(text) ? Number(text.slice(1)) : undefined),
    }
    const { registry } = await openRegistry({ format })
    const utpid = utpidIn(await registry.upsert(ZEPHYR))
    expect(utpid).toMatch(/^X\d+$/)
    expect((await registry.get(utpid))?.utpid).toBe(utpid)
  })
})

const ELSEWHERE = { location: { city: 'Oslo' }, phone: null, website: null }

describe('locate', () => {
  test('finds the product of a supplier code, with or without white space around it', async () => {
    const { registry } = await openRegistry()
    const utpid = utpidIn(await registry.upsert({ ...ZEPHYR, code: ' A 1 ' }))
    for (const code of ['A 1', ' A 1', 'A 1 ']) {
      expect(await registry.locate({ supplier: 'Alpha', code })).toEqual({ status: 'active', requested: null, utpid })
    }
    expect(await registry.locate({ supplier: 'alpha', code: 'A1' })).toBeUndefined()
    await expect(registry.locate({ supplier: 'alpha', code: ' ' })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.locate({ supplier: '??', code: 'A' })).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test('an id whose only code came to name something else is retired, and comes back when the code says again what it said', async () => {
    const { registry, storage } = await openRegistry()
    const zephyr = utpidIn(await registry.upsert(ZEPHYR))
    const quill = utpidIn(await registry.upsert(QUILL_BY_BETA))
    const before = await registry.get(quill)
    await registry.upsert(MISTAKEN)
    // A guest who booked Quill must not be sent to Zephyr.
    expect(await registry.locate({ utpid: quill })).toEqual({ status: 'retired', requested: quill, utpid: null })
    expect(await registry.get(quill)).toBeUndefined()
    expect((await registry.get(zephyr))?.records).toHaveLength(2)
    await registry.upsert(QUILL_BY_BETA)
    expect(await registry.locate({ utpid: quill })).toEqual({ status: 'active', requested: quill, utpid: quill })
    const back = await registry.get(quill)
    expect(back?.records.map(({ record }) => record.code)).toEqual(['Q'])
    // The revision continues, so that two different answers never have the same revision.
    expect(back?.revision).toBe((before?.revision ?? 0) + 1)
    const row = (await readWhole(storage)).lineage.find(({ history }) => history.length === 3)
    expect(row?.history.map(({ change, kind }) => [change, kind])).toEqual([
      [2, 'minted'],
      [3, 'retired'],
      [4, 'revived'],
    ])
    expect(row?.mintedChange).toBe(2)
  })

  test('an id that was merged twice leads to its survivor in one lookup, for both directions', async () => {
    const { registry, storage } = await openRegistry()
    const first = utpidIn(await registry.upsert(ZEPHYR))
    const second = utpidIn(await registry.upsert(QUILL))
    const third = utpidIn(
      await registry.upsert({ ...QUILL, supplier: 'delta', code: 'D', name: 'Oriel', ...ELSEWHERE }),
    )
    const by = { actor: 'anna' }
    await registry.merge(third, second, { ...by, survivor: second })
    expect(await registry.locate({ utpid: third })).toMatchObject({ status: 'merged', utpid: second })
    await registry.merge(second, first, { ...by, survivor: first })
    const located = await registry.locate({ utpid: third })
    expect(located).toMatchObject({ status: 'merged', utpid: first })
    const rows = (await readWhole(storage)).products
    expect(rows.map(({ id }) => formatUtpid(id))).toContain(located?.utpid)
  })
})
