import {
  compareRecords,
  openDurableStorage,
  withBatchWorkers,
  withReadWorkers,
  withReclusterWorkers,
} from '@utpid/adapter-folder'
import { defaultSchema, extendSchema, parseRecord, type Registry, type RegistrySchema, type Storage } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { temporaryFolder } from '@utpid/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { importSchema, type SchemaReference, schemaReference } from '../../../src/threads/registry/thread-schema.ts'
import { openWorkerRegistry } from '../../support/registries/schema-registry.ts'
import { schema as fieldSchema } from '../../support/schemas/field-schema.ts'
import { PARITY, schema } from '../../support/schemas/parity-schema.ts'

const RECORDS = [...generateFeeds({ seed: 8, products: 25 }).records]
  .map((row) => parseRecord(toRecord({ ...row, supplier: row.source })))
  .flatMap((parsed) => ('record' in parsed ? [parsed.record] : []))
const INPUTS = RECORDS.map(({ supplier: _, code: __, ...input }) => input)
const MODULE = new URL('../../support/registries/schema-registry.ts', import.meta.url)
/** A module whose registry has the default schema, whatever it receives. */
const OTHER_MODULE = new URL('../../support/registries/worker-registry.ts', import.meta.url)
const { module: _, ...PLACELESS } = schema

const open: Registry[] = []
afterEach(async () => {
  for (const registry of open.splice(0)) await registry.close()
})

async function begun(
  given: RegistrySchema,
  records: readonly object[] = RECORDS,
): Promise<{ own: Registry; storage: Storage }> {
  const storage = await openDurableStorage(temporaryFolder(), { index: 'segments' })
  const own = await openWorkerRegistry(storage, { schema: given })
  open.push(own)
  await own.import(records)
  return { own, storage }
}

describe('threads of a registry with a custom comparison', () => {
  test('match and search as the registry does', async () => {
    const { own, storage } = await begun(schema)
    const lost: string[] = []
    const threads = { module: MODULE, workers: 1, onWorkerExit: (why: string) => lost.push(why) }
    const registry = await withReadWorkers(withBatchWorkers(own, storage, threads), storage, threads)
    open.unshift(registry)
    const results = await registry.mapBatch(INPUTS, { explain: true })
    expect(results).toEqual(await own.mapBatch(INPUTS, { explain: true }))
    expect(JSON.stringify(results)).toContain('"parity"')
    expect(await registry.match(INPUTS[3])).toEqual(await own.match(INPUTS[3]))
    expect(lost).toEqual([])
  })

  test('find the edges and clusters of the import', async () => {
    const { own, storage } = await begun(schema)
    const compared = await compareRecords(storage, { module: MODULE, workers: 2, schema })
    expect(compared).toMatchObject({ compared: RECORDS.length, edgesDiffering: 0 })
    const registry = withReclusterWorkers(own, storage, { module: MODULE, workers: 1 })
    expect(await registry.recluster()).toMatchObject({ outcome: 'reclustered', steps: 0 })
  })
})

test('threads compare records by custom fields and blocking rules, and match as the registry does', async () => {
  const owned = RECORDS.map((record, at) => ({ ...record, owner: `Owner ${at % 30}` }))
  const { own, storage } = await begun(fieldSchema, owned)
  const compared = await compareRecords(storage, { module: MODULE, workers: 2, schema: fieldSchema })
  expect(compared).toMatchObject({ compared: owned.length, edgesDiffering: 0 })
  const queries = owned.slice(0, 20).map(({ owner }) => ({ name: 'Ondrel', category: 'hotel', owner }))
  const registry = withBatchWorkers(own, storage, { module: MODULE, workers: 1 })
  open.unshift(registry)
  const results = await registry.mapBatch(queries, { explain: true, minConfidence: 0 })
  expect(results).toEqual(await own.mapBatch(queries, { explain: true, minConfidence: 0 }))
  expect(JSON.stringify(results)).toContain('"owner","level":"same"')
})

describe('threads are refused', () => {
  test('for a schema without a module, before a thread starts', async () => {
    const { own, storage } = await begun(PLACELESS)
    const refusal = /Threads cannot use the schema "parity": it has no module.*import\.meta\.url/
    const threads = { module: new URL('file:///missing.ts'), workers: 1 }
    expect(() => withBatchWorkers(own, storage, threads)).toThrow(refusal)
    await expect(withReadWorkers(own, storage, threads)).rejects.toThrow(refusal)
    expect(() => withReclusterWorkers(own, storage, threads)).toThrow(refusal)
    const compared = compareRecords(storage, { ...threads, schema: PLACELESS })
    await expect(compared).rejects.toThrow(expect.objectContaining({ code: 'validation_failed' }))
    expect((await own.mapBatch(INPUTS)).length).toBe(INPUTS.length)
  })

  test('if their registry has another schema', async () => {
    const { storage } = await begun(schema)
    const compared = compareRecords(storage, { module: OTHER_MODULE, workers: 1, schema })
    await expect(compared).rejects.toThrow(
      /the schema "default" \(no custom comparisons\), but the registry has the schema "parity" \(parity version 1\)/,
    )
  })

  test('if their module has another version of the comparison', async () => {
    const { module = '' } = schema
    const newer = extendSchema(schema, { name: 'base' })
    const reference = { ...schemaReference(schema), comparisons: { [PARITY.name]: 2 } }
    await expect(importSchema(reference)).rejects.toThrow(/parity version 1.*parity version 2/)
    await expect(importSchema({ ...reference, name: newer.name })).rejects.toThrow(/schema "parity".*schema "base"/)
    await expect(importSchema({ name: 'parity', module, comparisons: { parity: 1 } })).resolves.toBe(schema)
  })

  test('if their module has another index version', async () => {
    const reference = schemaReference(fieldSchema)
    await expect(importSchema(reference)).resolves.toBe(fieldSchema)
    await expect(importSchema({ ...reference, indexVersion: '3-other' })).rejects.toThrow(
      /the schema "owners" \(owner version 1, index version 3-.*, but the registry .*index version 3-other\)/,
    )
  })

  test('if their module has another level or field under the same versions', async () => {
    const reference = schemaReference(schema)
    const other = (change: Partial<typeof PARITY>): SchemaReference => ({
      ...schemaReference(
        extendSchema(defaultSchema, {
          name: 'parity',
          module: 'file:///x.ts',
          comparisons: [{ ...PARITY, ...change }],
        }),
      ),
      ...defined({ module: reference.module }),
    })
    await expect(importSchema(other({}))).resolves.toBe(schema)
    for (const change of [{ levels: ['alike', 'other', 'unlike', 'unknown'] }, { bits: { alike: 2, unlike: -20 } }]) {
      await expect(importSchema(other(change))).rejects.toThrow(/"parity".*with other fields, levels, bits or profiles/)
    }
    const owner = { ...(fieldSchema.fields.owner as RegistrySchema['fields'][string]), label: 'Proprietor' }
    const renamed = { ...fieldSchema, fields: { ...fieldSchema.fields, owner } }
    await expect(importSchema(schemaReference(renamed))).rejects.toThrow(/"owners".*with other fields/)
  })

  test('if their module exports no schema', async () => {
    const reference = { name: 'parity', module: MODULE.href, comparisons: { parity: 1 } }
    await expect(importSchema(reference)).rejects.toThrow(/exports no schema.*"parity"/)
  })
})

test('the default schema needs no module', async () => {
  expect(await importSchema(schemaReference(defaultSchema))).toBe(defaultSchema)
})
