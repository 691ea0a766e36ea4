import { describe, expect, test } from 'vitest'
import { ACTOR, expectRefused, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR } from '../../support/sample-hotels.ts'

const OLD = 'TW-HTL-00291847'

describe('addAliases', () => {
  test('gives a product permanent aliases, also through merges', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    const { change } = await registry.stats()
    expect(await registry.addAliases([{ alias: ` ${OLD} `, utpid: quill }])).toEqual({ change: change + 1 })
    expect(await registry.locate({ utpid: OLD })).toMatchObject({ status: 'active', utpid: quill })
    expect((await registry.get(OLD))?.utpid).toBe(quill)
    expect((await registry.lineage(OLD))?.aliases).toEqual([{ alias: OLD, utpid: quill }])
    await registry.merge(zephyr, OLD, { ...ACTOR, survivor: zephyr })
    expect(await registry.locate({ utpid: OLD })).toMatchObject({ status: 'merged', utpid: zephyr })
    await registry.delete(OLD, ACTOR)
    expect(await registry.locate({ utpid: OLD })).toMatchObject({ status: 'deleted', utpid: null })
    await expectConsistent(storage)
  })

  test('to the same product changes nothing', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    const { change } = await registry.addAliases([{ alias: OLD, utpid: zephyr }])
    expect(await registry.addAliases([{ alias: OLD, utpid: zephyr }])).toEqual({ change })
    const merged = await registry.merge(quill, zephyr, { ...ACTOR, survivor: quill })
    expect(await registry.addAliases([{ alias: OLD, utpid: quill }])).toEqual({ change: merged.change })
    expect(await registry.addAliases([])).toEqual({ change: merged.change })
  })

  test('to another product, UTPIDs, and empty or long aliases are rejected, with all in the call', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(world.registry, ZEPHYR), await utpidOf(world.registry, QUILL)]
    await world.registry.addAliases([{ alias: OLD, utpid: zephyr }])
    for (const alias of [OLD, zephyr, 'UTP-00000-00000-1', ' ', 'x'.repeat(257)]) {
      const aliases = [
        { alias: 'good', utpid: quill },
        { alias, utpid: quill },
      ]
      await expectRefused(world, (registry) => registry.addAliases(aliases), { code: 'validation_failed' })
    }
    const twice = [
      { alias: 'new', utpid: quill },
      { alias: 'new', utpid: zephyr },
    ]
    await expectRefused(world, (registry) => registry.addAliases(twice), { code: 'validation_failed' })
    const many = Array.from({ length: 1_001 }, (_, at) => ({ alias: `many-${at}`, utpid: quill }))
    await expectRefused(world, (registry) => registry.addAliases(many), { code: 'batch_too_large' })
  })
})
