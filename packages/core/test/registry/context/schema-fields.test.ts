import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Product, Registry, SupplierCode } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import type { CustomBlockingRule } from '../../../src/features/rules/blocking-rule.ts'
import { CURRENT_RULES } from '../../../src/features/rules/index-version.ts'
import { list, text } from '../../../src/fields/field-type.ts'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import { exportClusters } from '../../../src/registry/export/export-clusters.ts'
import { restoreRegistry } from '../../../src/registry/export/restore-registry.ts'
import type { CustomField } from '../../../src/schema/custom-field.ts'
import { defaultSchema } from '../../../src/schema/default-schema.ts'
import { extendSchema, type SchemaExtension } from '../../../src/schema/extend-schema.ts'
import { fieldComparison } from '../../../src/schema/field-comparison.ts'
import type { RegistrySchema } from '../../../src/schema/registry-schema.ts'
import { indexRulesOf } from '../../../src/schema/schema-rules.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR } from '../../support/sample-hotels.ts'

const OWNER: CustomField = {
  version: 1,
  type: text(80),
  label: 'Owner',
  example: 'Seine Holding',
  feature: { codec: 'text' },
}
const RULE: CustomBlockingRule = {
  name: 'owner_key',
  version: 1,
  description: 'Records of one owner.',
  strength: 'firm',
  contents: ({ added = {} }) => (typeof added.owner === 'string' ? [added.owner] : []),
}
const COMPARISON = fieldComparison<string>({
  name: 'owner',
  version: 1,
  description: 'Whether the owners are equal.',
  field: 'owner',
  levels: ['same', 'different'],
  profiles: ['lodging', 'generic'],
  bits: { same: 40, different: -10 },
  compare: (left, right) => (left === right ? 'same' : 'different'),
})

const EXTENSION: SchemaExtension = {
  name: 'owners',
  fields: { owner: OWNER },
  comparisons: [COMPARISON],
  blockingRules: [RULE],
}

function schemaOf(owner: CustomField = OWNER, blockingRules: readonly CustomBlockingRule[] = [RULE]): RegistrySchema {
  return extendSchema(defaultSchema, { ...EXTENSION, fields: { owner }, blockingRules })
}

const SCHEMA = schemaOf()
const OWNED = { ...ZEPHYR, owner: 'Seine Holding' }
/** The same owner in another notation. Nothing else connects the two records. */
const QUERY = { name: 'Ondrel', category: 'hotel', owner: 'SEINE  holding' }

async function filled(schema: RegistrySchema = SCHEMA): ReturnType<typeof openRegistry> {
  const opened = await openRegistry({ schema })
  await opened.registry.import([OWNED, QUILL])
  return opened
}

/** Returns the product of a code with all its fields. */
async function productOf(registry: Registry, { supplier, code }: SupplierCode): Promise<Product | undefined> {
  const { utpid } = (await registry.locate({ supplier, code })) ?? {}
  return (await registry.get(utpid ?? '', { fields: 'all' })) ?? undefined
}

/** Returns the outcome of a match: the codes that the query finds, and the level of the comparison. */
async function matched(registry: Registry): Promise<unknown> {
  const { matches } = await registry.match(QUERY, { explain: true, minConfidence: 0 })
  return matches.map(({ explanation }) => [
    explanation?.record.code,
    explanation?.comparisons.find(({ name }) => name === 'owner')?.level,
  ])
}

describe('a registry with a custom field, a comparison of it and a blocking rule', () => {
  test('finds a record by the custom key alone, and compares the field', async () => {
    const { registry, storage } = await filled()
    expect(await matched(registry)).toEqual([[OWNED.code, 'same']])
    const found = await registry.match(QUERY, { explain: true })
    expect(found.decision).toBe('match')
    expect(found.matches[0]?.explanation?.comparisons.find(({ name }) => name === 'owner')).toEqual({
      name: 'owner',
      level: 'same',
      bits: 40,
      input: 'SEINE holding',
      record: 'Seine Holding',
    })
    await expectConsistent(storage, indexRulesOf(SCHEMA))
    const plain = await openRegistry()
    await plain.registry.import([OWNED, QUILL])
    expect((await plain.registry.match(QUERY, { minConfidence: 0 })).matches).toEqual([])
    const keyless = await filled(schemaOf(OWNER, []))
    expect(await matched(keyless.registry)).toEqual([])
  })

  test('links records that only the custom key connects', async () => {
    const { registry, storage } = await filled()
    const other = { ...QUERY, supplier: 'beta', code: 'B9' }
    const { utpid } = (await productOf(registry, OWNED)) ?? {}
    expect(await registry.upsert(other)).toMatchObject({ outcome: 'linked', utpid })
    await expectConsistent(storage, indexRulesOf(SCHEMA))
  })

  test('explains keys by the field and the rule', async () => {
    const { registry } = await filled()
    const code = { supplier: OWNED.supplier, code: OWNED.code }
    const { reasons } = await registry.explainNonMatch(code, { name: 'Tessivar', category: 'hotel' })
    expect(reasons[0]).toMatchObject({ code: 'no_common_key' })
    const keys = reasons[0]?.code === 'no_common_key' ? reasons[0].a : []
    expect(keys.filter(({ rule }) => rule !== undefined)).toEqual([
      { from: ['added.owner'], words: [], rule: 'owner_key', records: 1, maxRecords: 200 },
    ])
    expect(JSON.stringify(await registry.explainMatch(code, QUERY))).toContain('"owner","level":"same","bits":40')
  })

  test('is the same when it is opened again, reindexed or restored', async () => {
    const { registry, storage } = await filled()
    const copy = createMemoryStorage()
    await restoreRegistry(copy, registry.export())
    for (const again of [storage, copy]) {
      const opened = await createRegistry({ storage: again, schema: schemaOf() })
      expect(await opened.import([OWNED, QUILL])).toMatchObject({ unchanged: 2 })
      expect(await matched(opened)).toEqual([[OWNED.code, 'same']])
      expect(await opened.reindex()).toMatchObject({ outcome: 'current' })
      expect(await opened.reindex({ force: true })).toMatchObject({ outcome: 'reindexed', changedProducts: 0 })
      expect(await matched(opened)).toEqual([[OWNED.code, 'same']])
    }
  })

  test('is exported with known clusters under its schema', async () => {
    const storage = createMemoryStorage()
    const { supplier, code, name, category, location, phone } = ZEPHYR
    const record = { supplier, code, name, category, location, phone, owner: 'Seine Holding' }
    await restoreRegistry(storage, exportClusters([[record]], { schema: SCHEMA }))
    expect(await matched(await createRegistry({ storage, schema: SCHEMA }))).toEqual([[code, 'same']])
  })
})

describe('a storage with other index rules than the schema', () => {
  test.each([
    ['another version of the field', schemaOf({ ...OWNER, version: 2 })],
    ['another version of the rule', schemaOf(OWNER, [{ ...RULE, version: 2 }])],
    ['no rule', schemaOf(OWNER, [])],
  ])('is outdated until a reindex, with %s', async (_, schema) => {
    const { storage } = await filled()
    await expect(createRegistry({ storage, schema })).rejects.toMatchObject({ code: 'index_outdated' })
    const opened = await createRegistry({ storage, schema, outdated: 'open' })
    await expect(opened.match(QUERY)).rejects.toMatchObject({ code: 'index_outdated' })
    expect(await opened.reindex()).toMatchObject({ outcome: 'reindexed', to: indexRulesOf(schema).version })
    expect((await opened.match(OWNED)).decision).toBe('match')
    expect(await createRegistry({ storage, schema }).then((again) => again.import([OWNED]))).toMatchObject({
      unchanged: 1,
    })
  })

  test('uses explicit rules instead of those of the schema', async () => {
    const { storage } = await openRegistry({ schema: SCHEMA, rules: CURRENT_RULES })
    expect((await storage.ledger.head()).indexVersion).toBe(CURRENT_RULES.version)
  })

  test.each(['rescore', 'reindex'] as const)(
    'a record imported without the schema keeps the value in extra, has its feature after a %s, and gets the field with its next import',
    async (rebuild) => {
      const { registry, storage } = await openRegistry()
      await registry.import([OWNED, QUILL])
      const recordOf = async (each: Registry): Promise<unknown> => (await productOf(each, OWNED))?.records[0]?.record
      expect(await recordOf(registry)).toMatchObject({ extra: { owner: 'Seine Holding' } })
      // A reindex needs the model of the storage, so it runs with the rules of a schema without the comparison.
      const schema = rebuild === 'rescore' ? SCHEMA : extendSchema(defaultSchema, { ...EXTENSION, comparisons: [] })
      const opened = await createRegistry({ storage, schema, outdated: 'open' })
      await opened[rebuild]()
      await expectConsistent(storage, indexRulesOf(schema))
      expect(await recordOf(opened)).toMatchObject({ extra: { owner: 'Seine Holding' } })
      const [found] = (await opened.match(QUERY, { explain: true, minConfidence: 0 })).matches
      expect(found?.explanation?.record.code).toBe(OWNED.code)
      if (rebuild === 'reindex') return
      expect(await matched(opened)).toEqual([[OWNED.code, 'same']])
      expect(await opened.import([OWNED])).toMatchObject({ updated: 1 })
      expect(await recordOf(opened)).toMatchObject({ owner: 'Seine Holding' })
      expect(await recordOf(opened)).not.toHaveProperty('extra')
      expect(await matched(opened)).toEqual([[OWNED.code, 'same']])
    },
  )
})

describe('values of an earlier import without the schema', () => {
  const height = (change: Partial<CustomField> = {}): RegistrySchema =>
    extendSchema(defaultSchema, {
      name: 'heights',
      fields: {
        height: {
          version: 1,
          type: { kind: 'number', min: 0, max: 1_000 },
          label: 'Height',
          example: 40,
          aliases: { de: 'hoehe' },
          feature: { codec: 'number' },
          ...change,
        },
      },
    })
  async function heightAfter(record: object, schemas: readonly [RegistrySchema, RegistrySchema]): Promise<unknown> {
    const { registry, storage } = await openRegistry({ schema: schemas[0] })
    await registry.import([record])
    const opened = await createRegistry({ storage, schema: schemas[1], outdated: 'open' })
    await opened.reindex()
    const [stored] = await storage.ledger.scanRecords(0, 1)
    return indexRulesOf(schemas[1]).decode(stored?.row.features as Uint8Array).added?.height
  }

  test.each<[what: string, given: object, feature: unknown, change?: Partial<CustomField>]>([
    ['under another name of the field', { Hoehe: '40' }, 40],
    ['that the field converts', { height: '40 m' }, 40, { parse: (value) => Number.parseInt(String(value), 10) }],
    ['beyond the limits of the field', { height: 4_000 }, undefined],
    ['that the field cannot read', { height: 'tall' }, undefined],
  ])('have the feature of an import with the schema: a value %s', async (_, given, feature, change) => {
    const schema = height(change)
    expect(await heightAfter({ ...ZEPHYR, ...given }, [defaultSchema, schema])).toBe(feature)
    const { registry, storage } = await openRegistry({ schema })
    await registry.import([{ ...ZEPHYR, ...given }])
    const [imported] = await storage.ledger.scanRecords(0, 1)
    expect(indexRulesOf(schema).decode(imported?.row.features as Uint8Array).added?.height).toBe(feature)
  })

  test('are read again if the field had another type, and have no feature if they do not fit', async () => {
    const before = height({ type: text(20), example: '40', feature: { codec: 'text' } })
    const after = height({ version: 2 })
    expect(await heightAfter({ ...ZEPHYR, height: '40' }, [before, after])).toBe(40)
    expect(await heightAfter({ ...ZEPHYR, height: 'tall' }, [before, after])).toBeUndefined()
  })
})

test('a custom detail is stored apart, shown with the product and chosen by its survivorship rules', async () => {
  const awards: CustomField = {
    version: 1,
    type: list(10, text(80)),
    label: 'Medals',
    example: ['Gold 2026'],
    detail: true,
    merge: 'union',
  }
  const schema = extendSchema(defaultSchema, { name: 'medals', fields: { medals: awards } })
  const survivorshipRules = { order: ['priority'] as const, fields: { medals: ['newest'] as const } }
  const { registry, storage } = await openRegistry({ schema, survivorshipRules })
  await registry.import([{ ...ZEPHYR, medals: 'Gold 2026' }])
  const [stored] = await storage.ledger.scanRecords(0, 1)
  expect(stored?.row.record).not.toHaveProperty('medals')
  const product = await productOf(registry, ZEPHYR)
  expect(product?.records[0]?.record).toMatchObject({ medals: ['Gold 2026'] })
  expect(product?.details?.fields).toEqual({ medals: ['Gold 2026'] })
  expect(indexRulesOf(schema)).toBe(CURRENT_RULES)
})
