import { describe, expect, test } from 'vitest'
import { ACTOR, expectRefused, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR } from '../../support/sample-hotels.ts'

describe('lineage', () => {
  test('returns where a UTPID led at any time: before minting, after a merge, an undo, a deletion', async () => {
    const { registry, storage } = await openRegistry()
    const { at: before } = { at: new Date(Date.UTC(2025, 0, 1)).toISOString() }
    await registry.import([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    const timeOf = async (change: number): Promise<string> => {
      const [step] = await storage.ledger.changes(change - 1, 1)
      return step?.changedAt ?? ''
    }
    const minted = await timeOf((await registry.stats()).change)
    const merged = await registry.merge(zephyr, quill, { ...ACTOR, survivor: zephyr })
    const undone = await registry.undo(merged.change, ACTOR)
    const again = await registry.merge(zephyr, quill, { ...ACTOR, survivor: zephyr })
    const deleted = await registry.delete(zephyr, ACTOR)
    const at = async (utpid: string, time: string): Promise<[string | undefined, string | null | undefined]> => {
      const lineage = await registry.lineage(utpid, { at: time })
      return [lineage?.status, lineage?.into]
    }
    expect(await at(quill, before)).toEqual(['unknown', null])
    expect(await at(quill, minted)).toEqual(['active', quill])
    expect(await at(quill, await timeOf(merged.change))).toEqual(['merged', zephyr])
    expect(await at(quill, await timeOf(undone.change))).toEqual(['active', quill])
    expect(await at(quill, await timeOf(again.change))).toEqual(['merged', zephyr])
    expect(await at(quill, await timeOf(deleted.change))).toEqual(['deleted', null])
    expect(await at(zephyr, await timeOf(again.change))).toEqual(['active', zephyr])
    expect(await at(zephyr, await timeOf(deleted.change))).toEqual(['deleted', null])
    const mergedIds = async (utpid: string, time: string): Promise<readonly string[] | undefined> =>
      (await registry.lineage(utpid, { at: time }))?.mergedIds
    expect(await mergedIds(zephyr, minted)).toEqual([])
    expect(await mergedIds(zephyr, await timeOf(again.change))).toEqual([quill])
    expect((await registry.lineage(zephyr))?.mergedIds).toEqual([quill])
    expect((await registry.lineage(quill))?.mergedIds).toEqual([])
    const lineage = await registry.lineage(quill)
    expect(lineage).toMatchObject({ utpid: quill, status: 'deleted', into: null })
    expect(lineage?.steps.map(({ kind }) => kind)).toEqual(['minted', 'merged', 'unmerged', 'merged'])
    expect((await registry.lineage(quill, { at: minted }))?.steps.map(({ kind }) => kind)).toEqual(['minted'])
  })

  test('of a UTPID that was never minted is undefined; an invalid UTPID or time is rejected', async () => {
    const world = await openRegistry()
    expect(await world.registry.lineage('UTP-00000-00000-1')).toBeUndefined()
    await expectRefused(world, (registry) => registry.lineage('nonsense'), { code: 'validation_failed' })
    await expectRefused(world, (registry) => registry.lineage('UTP-00000-00000-1', { at: 'yesterday' }), {
      code: 'validation_failed',
    })
  })
})

describe('history', () => {
  test('returns decisions, lineage and verifications in their order', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    await registry.verify(zephyr, ACTOR)
    const { change } = await registry.merge(zephyr, quill, { ...ACTOR, survivor: zephyr })
    await registry.undo(change, { actor: 'ben' })
    const told = (await registry.history(quill)).map((entry) => [
      entry.type,
      'kind' in entry ? entry.kind : entry.method,
    ])
    expect(told).toEqual([
      ['lineage', 'minted'],
      ['decision', 'merge'],
      ['lineage', 'merged'],
      ['decision', 'undo'],
      ['lineage', 'unmerged'],
    ])
    expect((await registry.history(zephyr)).map(({ type }) => type)).toEqual([
      'lineage',
      'decision',
      'verification',
      'decision',
      'decision',
    ])
  })

  test('of an unknown UTPID is rejected', async () => {
    const world = await openRegistry()
    await expectRefused(world, (registry) => registry.history('UTP-00000-00000-1'), { code: 'product_not_found' })
  })
})
