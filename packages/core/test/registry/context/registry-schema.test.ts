import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Storage } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import { exportClusters } from '../../../src/registry/export/export-clusters.ts'
import { restoreRegistry } from '../../../src/registry/export/restore-registry.ts'
import type { CustomComparison } from '../../../src/schema/custom-comparison.ts'
import { defaultSchema } from '../../../src/schema/default-schema.ts'
import { extendSchema } from '../../../src/schema/extend-schema.ts'
import type { RegistrySchema } from '../../../src/schema/registry-schema.ts'
import { completeModel } from '../../../src/scoring/complete-model.ts'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { modelHash } from '../../../src/scoring/model-version.ts'
import { PARITY, schemaWith } from '../../support/custom-comparisons.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { LOOSE_MODEL } from '../../support/other-models.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

/** The phone number of the other supplier has another parity. */
const ODD_BY_BETA = { ...ZEPHYR_BY_BETA, phone: '+33 1 40 20 50 51' }
const RECORDS = [ZEPHYR, ODD_BY_BETA, QUILL]
/** With this comparison, the records of the two suppliers are two products. */
const DECISIVE: CustomComparison = { ...PARITY, bits: { alike: 0, unlike: -40 } }
const SCHEMA = schemaWith(DECISIVE)

async function hashOf({ ledger }: Storage): Promise<string | undefined> {
  return (await ledger.head()).modelVersion?.modelHash
}

async function isOneProduct(registry: Registry): Promise<boolean> {
  const [a, b] = await Promise.all(
    [ZEPHYR, ODD_BY_BETA].map(({ supplier, code }) => registry.locate({ supplier, code })),
  )
  return a?.utpid === b?.utpid
}

/** Returns the error of a call that needs current scores. */
async function outdated(registry: Registry): Promise<{ message: string; details: unknown }> {
  return await registry.match({ name: 'Zephyr' }).then(
    () => ({ message: 'current', details: undefined }),
    (error) => ({ message: `${error.code}: ${error.message}`, details: error.details }),
  )
}

describe('a registry with a custom comparison', () => {
  test('links by it, and stores the completed model', async () => {
    const { registry, storage } = await openRegistry({ schema: SCHEMA })
    const { registry: plain } = await openRegistry()
    for (const each of [registry, plain]) await each.import(RECORDS)
    expect([await isOneProduct(plain), await isOneProduct(registry)]).toEqual([true, false])
    expect(await hashOf(storage)).toBe(modelHash(completeModel(DEFAULT_MODEL, SCHEMA)))
    expect(registry.scorer().schema).toBe(SCHEMA)
    await expectConsistent(storage)
  })

  test('explains it in match, explainMatch and explainNonMatch', async () => {
    const { registry } = await openRegistry({ schema: SCHEMA })
    await registry.import(RECORDS)
    const { supplier: _, code: __, phone, ...input } = ODD_BY_BETA
    const { matches } = await registry.match({ ...input, phone }, { explain: true })
    expect(matches[0]?.explanation?.comparisons.at(-1)).toEqual({
      name: 'parity',
      level: 'alike',
      bits: 0,
      input: phone,
      record: phone,
    })
    const [a, b] = [
      { supplier: ODD_BY_BETA.supplier, code: ODD_BY_BETA.code },
      { supplier: ZEPHYR.supplier, code: ZEPHYR.code },
    ]
    for (const explanation of [await registry.explainMatch(a, b), await registry.explainNonMatch(a, b)]) {
      expect(JSON.stringify(explanation)).toContain('"parity","level":"unlike","bits":-40')
    }
  })

  test('is opened again without a rescore, and uses its model', async () => {
    const { registry, storage } = await openRegistry({ schema: SCHEMA, model: LOOSE_MODEL })
    await registry.import(RECORDS)
    for (const model of [undefined, LOOSE_MODEL, registry.scorer().model]) {
      const again = await createRegistry({ storage, schema: SCHEMA, ...(model && { model }) })
      expect(await again.import(RECORDS)).toMatchObject({ unchanged: RECORDS.length })
      expect((await again.match(QUILL)).model).toBe('test-loose')
    }
  })

  test('is copied by export and restore', async () => {
    const { registry, storage } = await openRegistry({ schema: SCHEMA })
    await registry.import(RECORDS)
    const copy = createMemoryStorage()
    await restoreRegistry(copy, registry.export())
    const again = await createRegistry({ storage: copy, schema: SCHEMA })
    expect(await again.import(RECORDS)).toMatchObject({ unchanged: RECORDS.length })
    expect(await hashOf(copy)).toBe(await hashOf(storage))
  })

  test('is exported with known clusters under its schema', async () => {
    const { supplier: _, ...rest } = ODD_BY_BETA
    const storage = createMemoryStorage()
    await restoreRegistry(storage, exportClusters([[ZEPHYR, { ...rest, supplier: 'beta' }]], { schema: SCHEMA }))
    expect(await hashOf(storage)).toBe(modelHash(completeModel(DEFAULT_MODEL, SCHEMA)))
    const registry = await createRegistry({ storage, schema: SCHEMA })
    expect(await registry.recluster()).toMatchObject({ changes: { split: { count: 1 } } })
  })
})

describe('another schema than that of the storage', () => {
  test('is outdated by name until a rescore, for a new comparison', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import(RECORDS)
    const opened = await createRegistry({ storage, schema: SCHEMA })
    const { message, details } = await outdated(opened)
    expect(message).toMatch(
      /^model_outdated: .*Custom comparisons differ: parity \(new, version 1\)\. Call registry\.rescore/,
    )
    expect(details).toMatchObject({ comparisons: [{ comparison: 'parity', opened: 1 }] })
    expect(await opened.rescore({ dryRun: true })).toMatchObject({ outcome: 'would_rescore' })
    expect(await opened.rescore()).toMatchObject({ outcome: 'rescored', changes: { split: { count: 1 } } })
    expect(await isOneProduct(opened)).toBe(false)
    expect(await outdated(opened)).toMatchObject({ message: 'current' })
    expect(await outdated(await createRegistry({ storage, schema: SCHEMA }))).toMatchObject({ message: 'current' })
    await expectConsistent(storage)
  })

  test.each<[string, RegistrySchema, RegExp | undefined]>([
    ['another version', schemaWith({ ...DECISIVE, version: 2 }), /parity \(version 2, version 1 was used\)/],
    ['no comparison', defaultSchema, /parity \(missing, version 1 was used\)\. Open it with the schema/],
    ['other profiles', schemaWith({ ...DECISIVE, profiles: ['lodging'] }), undefined],
    [
      'a removed comparison',
      extendSchema(SCHEMA, { name: 'starless', profiles: { lodging: { remove: ['stars'] } } }),
      undefined,
    ],
  ])('is outdated with %s', async (_what, schema, named) => {
    const { registry, storage } = await openRegistry({ schema: SCHEMA })
    await registry.import(RECORDS)
    const opened = await createRegistry({ storage, schema })
    const { message } = await outdated(opened)
    expect(message).toMatch(/^model_outdated/)
    if (named === undefined) expect(message).not.toContain('Custom comparisons')
    else expect(message).toMatch(named)
    await opened.rescore()
    expect(await outdated(opened)).toMatchObject({ message: 'current' })
    await expectConsistent(storage)
  })

  test('keeps the rest of a model of its own when the comparison is gone', async () => {
    const { registry, storage } = await openRegistry({ schema: SCHEMA, model: LOOSE_MODEL })
    await registry.import(RECORDS)
    const opened = await createRegistry({ storage })
    await opened.rescore()
    expect(await hashOf(storage)).toBe(modelHash(LOOSE_MODEL))
    expect(await isOneProduct(opened)).toBe(true)
  })

  test('is current under another name with the same comparisons', async () => {
    const { registry, storage } = await openRegistry({ schema: SCHEMA })
    await registry.import(RECORDS)
    const renamed = extendSchema(defaultSchema, { name: 'renamed', comparisons: [DECISIVE] })
    expect(await outdated(await createRegistry({ storage, schema: renamed }))).toMatchObject({ message: 'current' })
  })

  test('is accepted while the storage is empty', async () => {
    const storage = createMemoryStorage()
    for (const schema of [defaultSchema, SCHEMA, schemaWith({ ...DECISIVE, version: 2 })]) {
      const registry = await createRegistry({ storage, schema })
      expect(await outdated(registry)).toMatchObject({ message: 'current' })
      expect(await hashOf(storage)).toBe(modelHash(completeModel(DEFAULT_MODEL, schema)))
    }
  })

  test('checks the model of a rescore by the schema', async () => {
    const { registry } = await openRegistry({ schema: SCHEMA })
    await registry.import(RECORDS)
    const { lodging, ...others } = DEFAULT_MODEL.profiles
    const bits = (parity: Record<string, number>) => ({
      ...DEFAULT_MODEL,
      version: 'test-parity',
      profiles: { ...others, lodging: { ...lodging, bits: { ...lodging.bits, parity } } },
    })
    await expect(registry.rescore({ model: bits({ same: 1 }) })).rejects.toThrow(/no level "same" of "parity"/)
    await registry.rescore({ model: bits({ alike: 1 }) })
    expect(await isOneProduct(registry)).toBe(true)
  })
})

test('a wrong schema and a model of another schema are refused', async () => {
  const storage = createMemoryStorage()
  const wrong = createRegistry({ storage, schema: 'default' as never })
  await expect(wrong).rejects.toThrow(/createRegistry: schema: must be a schema/)
  const model = completeModel(DEFAULT_MODEL, SCHEMA)
  await expect(createRegistry({ storage, model })).rejects.toThrow(/version 1 of the comparison "parity"/)
  expect((await createRegistry({ storage, model, schema: SCHEMA })).scorer().model).toEqual(model)
})

test('a comparison that fails writes nothing and names itself', async () => {
  const failing = { ...DECISIVE, compare: () => JSON.parse('{') }
  const { registry, storage } = await openRegistry({ schema: schemaWith(failing) })
  const refusal = { code: 'validation_failed', message: expect.stringMatching(/"parity".*compare threw SyntaxError/) }
  await expect(registry.import(RECORDS)).rejects.toMatchObject(refusal)
  expect((await storage.ledger.head()).change).toBe(0)
  await registry.import([ZEPHYR])
  await expect(registry.match(ODD_BY_BETA)).rejects.toMatchObject(refusal)
  await expect(registry.mapBatch([QUILL, ODD_BY_BETA])).rejects.toMatchObject(refusal)
  const a = { supplier: ZEPHYR.supplier, code: ZEPHYR.code }
  await expect(registry.explainMatch(a, ODD_BY_BETA)).rejects.toMatchObject(refusal)
})
