import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { type DurableStorage, openDurableStorage } from '@utpid/adapter-folder'
import { SegmentGeneration } from '@utpid/adapter-memory/engine'
import { createRegistry, type Storage } from '@utpid/core'
import { emptyCommit } from '@utpid/core/storage'
import { few, longTest, newFolder, temporaryFolder } from '@utpid/testing'
import { open } from 'lmdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKPOINT_FILE, LEDGER_FILE, MANIFEST_FILE } from '../../src/folder/registry-folder.ts'
import { LedgerCheck } from '../../src/maintain/check-ledger.ts'
import { Findings } from '../../src/maintain/findings.ts'
import { decodeLinkedProduct } from '../../src/rows/link-encoding.ts'
import { decodeNumber, encodeJson, encodeNumber } from '../../src/rows/row-encoding.ts'
import { idKey, textKey } from '../../src/rows/row-keys.ts'
import { headIn } from '../../src/tables/check-row-counts.ts'
import { type LmdbTables, openTables, type TableName } from '../../src/tables/lmdb-tables.ts'

const RECORDS = Array.from({ length: 60 }, (_, at) =>
  ['alpha', 'beta'].map((supplier) => ({
    supplier,
    code: `H${at}`,
    name: `${supplier === 'alpha' ? 'Hotel ' : ''}Zephyr ${at}`,
    category: 'hotel',
    phone: `+33 1 40 20 5${String(at).padStart(3, '0')}`,
    location: { city: 'Paris', country: 'FR', coordinates: [48.8 + at / 100, 2.34] },
    ...(at % 2 === 0 ? {} : { description: `Number ${at}` }),
  })),
).flat()

const made = newFolder()
beforeAll(() => live(made))
afterAll(() => rmSync(made, { recursive: true, force: true }))

/** Copies a registry with curator decisions of all kinds. */
function lived(): string {
  const folder = temporaryFolder()
  cpSync(made, folder, { recursive: true })
  return folder
}

async function live(folder: string): Promise<void> {
  const storage = await openDurableStorage(folder, { index: 'segments' })
  const registry = await createRegistry({ storage })
  await registry.import(RECORDS)
  const ids: string[] = []
  for (const code of ['H1', 'H2', 'H3', 'H4', 'H5', 'H7']) {
    ids.push((await registry.locate({ supplier: 'alpha', code }))?.utpid ?? '')
  }
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids
  const by = { actor: 'ann' }
  await registry.merge(a, b, by)
  await registry.split(c, [{ supplier: 'beta', code: 'H3' }], by)
  await registry.delete(d, by)
  await registry.verify(e, { method: 'manual', ...by })
  await registry.deactivate({ supplier: 'beta', code: 'H9' })
  await registry.addAliases([{ alias: 'OLD-1', utpid: f }])
  const { change } = await storage.ledger.head()
  await storage.ledger.commit({ ...emptyCommit(new Date().toISOString(), change), idempotencyKey: 'once' })
  await registry.close()
}

async function opened<T>(folder: string, work: (storage: DurableStorage) => Promise<T>): Promise<T> {
  const storage = await openDurableStorage(folder, { index: 'segments', damaged: 'open' })
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

/** Changes tables directly, without opening the storage. */
async function changed(folder: string, change: (table: LmdbTables['table']) => void): Promise<void> {
  const tables = openTables(join(folder, LEDGER_FILE))
  await tables.root.transaction(() => change(tables.table))
  await tables.root.close()
}

/**
 * Removes a row without a transaction of the ledger, which would update the row counts.
 *
 * @param table - The name in the file.
 */
async function lostOf(folder: string, table: string, key?: Buffer): Promise<void> {
  const binary = { encoding: 'binary', keyEncoding: 'binary' } as const
  // These options equal those of the ledger; other options would change the length of the file.
  const options = { ...binary, noSubdir: true, maxDbs: 40, overlappingSync: false }
  const root = open<Buffer, Buffer>({ path: join(folder, LEDGER_FILE), ...options })
  const rows = root.openDB<Buffer, Buffer>({ name: table, ...binary })
  const [first] = rows.getKeys({ limit: 1 })
  expect(await rows.remove(key ?? (first as Buffer))).toBe(true)
  await root.close()
}

function firstKey(table: LmdbTables['table'], name: TableName): Buffer {
  const [key] = table[name].getKeys({ limit: 1 })
  return key as Buffer
}

async function answers({ ledger, index }: Storage): Promise<unknown> {
  const records = await ledger.scanRecords(-1, 1_000)
  return {
    records,
    details: await ledger.details(records.map(({ row }) => row.id)),
    products: await ledger.scanProducts(-1, 1_000),
    edges: await ledger.edges(records.map(({ row }) => row.id)),
    counters: [...(await ledger.counters())],
    candidates: await index.candidates(
      records.slice(0, 20).map(({ row }) => ({ keys: row.keys })),
      200,
    ),
  }
}

describe('checking a folder', () => {
  it('finds no problem in a registry with curator decisions', async () => {
    const folder = lived()
    const result = await opened(folder, (storage) => storage.check())
    expect(result.findings).toEqual([])
    expect(result.records).toBe(RECORDS.length)
  })

  const mends: readonly [string, (table: LmdbTables['table']) => void][] = [
    ['code_missing', (table) => void table.codes.remove(firstKey(table, 'codes'))],
    ['code_misplaced', (table) => void table.codes.put(textKey('alpha\nnone'), encodeNumber(7))],
    ['pointer_missing', (table) => void table.edgesReverse.remove(firstKey(table, 'edgesReverse'))],
    ['pointer_dangling', (table) => void table.edgesReverse.put(idKey(8, 7), encodeNumber(0))],
    ['counters_wrong', (table) => void table.counters.remove(firstKey(table, 'counters'))],
    ['words_wrong', (table) => void table.words.put(textKey('zephyr'), encodeNumber(3))],
  ]
  for (const [at, [code, change]] of mends.entries()) {
    const test = at < few(mends.length) ? it : longTest
    test(`finds and mends ${code}`, async () => {
      const folder = lived()
      const before = await opened(folder, answers)
      await changed(folder, change)
      const found = await opened(folder, (storage) => storage.check())
      expect(found.findings).toMatchObject([{ code, count: 1, kind: 'derived', repaired: false }])
      const mended = await opened(folder, (storage) => storage.check({ repair: true }))
      expect(mended.findings).toMatchObject([{ code, repaired: true }])
      expect((await opened(folder, (storage) => storage.check())).findings).toEqual([])
      expect(await opened(folder, answers)).toEqual(before)
    })
  }

  it.each<[string, (keys: readonly Buffer[]) => Buffer]>([
    ['within the feed', (keys) => keys[3] as Buffer],
    ['at its end', (keys) => keys.at(-1) as Buffer],
  ])('finds a missing change %s', async (_, choose) => {
    const folder = lived()
    await changed(folder, (table) => void table.changes.remove(choose([...table.changes.getKeys({})].map(Buffer.from))))
    const { findings } = await opened(folder, (storage) => storage.check())
    const gaps = findings.filter(({ code }) => code === 'feed_gap')
    expect(gaps).toMatchObject([{ count: 1, kind: 'truth', repaired: false }])
    await expect(openDurableStorage(folder)).rejects.toMatchObject({
      code: 'storage_corrupt',
      message: expect.stringContaining('The change feed does not have every change'),
    })
  })

  const derived = [
    'codes',
    'edgesReverse',
    'judgementsReverse',
    'counters',
    'words',
    'idempotencyKeysByChange',
  ] as const
  for (const [at, name] of derived.entries()) {
    const test = at < few(derived.length) ? it : longTest
    test(`is the remedy for a folder that lost a row of ${name}, instead of a backup`, async () => {
      const folder = lived()
      await lostOf(folder, name)
      const refused = openDurableStorage(folder)
      await expect(refused).rejects.toMatchObject({ code: 'storage_corrupt' })
      for (const part of [folder, `Table "${name}"`, 'utpid check --repair'])
        await expect(refused).rejects.toThrow(part)
      await expect(refused).rejects.not.toThrow('backup')
      const { findings } = await opened(folder, (storage) => storage.check({ repair: true }))
      expect(findings).toContainEqual(expect.objectContaining({ code: 'rows_wrong', repaired: true }))
      await (await openDurableStorage(folder)).close()
      expect((await opened(folder, (storage) => storage.check())).findings).toEqual([])
    })
  }

  it('is not advised when rows of the truth are lost as well', async () => {
    const folder = lived()
    await lostOf(folder, 'codes')
    await lostOf(folder, 'records')
    await expect(openDurableStorage(folder)).rejects.toMatchObject({
      code: 'storage_corrupt',
      message: expect.stringMatching(/Table "records".*Restore the folder from a backup/),
    })
  })

  for (const serving of ['first', 'second']) {
    const test = serving === 'first' ? it : longTest
    test(`drops a generation that lost a row while ${serving} tables were active`, async () => {
      const folder = lived()
      const spare = serving === 'first' ? 'records.second' : 'records'
      const before = await opened(folder, async (storage) => {
        if (serving === 'second') await (await createRegistry({ storage, outdated: 'open' })).reindex({ force: true })
        return await answers(storage)
      })
      await opened(folder, async (storage) => {
        const { indexVersion = '' } = await storage.ledger.head()
        const generation = await storage.beginGeneration({ indexVersion })
        const records = await storage.ledger.scanRecords(-1, 10)
        await generation.put({ records, products: [], removedProducts: [], edges: [], words: {}, progress: 'here' })
        await generation.suspend()
      })
      await lostOf(folder, spare)
      await expect(openDurableStorage(folder)).rejects.toThrow('utpid check --repair')
      const { findings } = await opened(folder, (storage) => storage.check({ repair: true }))
      expect(findings).toMatchObject([{ code: 'rows_wrong', examples: [`${spare}: 9, not 10`], repaired: true }])
      await opened(folder, async (storage) => {
        expect(await answers(storage)).toEqual(before)
        expect(await storage.resumeGeneration()).toBeUndefined()
        expect((await storage.check()).findings).toEqual([])
      })
    })
  }

  it('reports what cannot be repaired, and leaves it unchanged', async () => {
    const folder = lived()
    await changed(folder, (table) => {
      // Picks a product without merged ids or aliases: their loss would be reported too.
      const record = decodeNumber(table.codes.get(textKey('alpha\nH30')) as Buffer, 'A supplier code')
      const product = decodeLinkedProduct(table.links.get(idKey(record)) as Buffer, record)
      table.lineage.remove(idKey(product))
    })
    const { findings } = await opened(folder, (storage) => storage.check({ repair: true }))
    expect(findings).toMatchObject([{ code: 'product_without_lineage', count: 1, kind: 'truth', repaired: false }])
  })

  it.each<[string, (table: LmdbTables['table']) => void]>([
    ['details_missing', (table) => void table.details.remove(firstKey(table, 'details'))],
    ['details_without_record', (table) => void table.details.put(idKey(7), encodeJson({ fax: '1' }))],
    [
      'details_without_record',
      (table) => {
        const undetailed = decodeNumber(table.codes.get(textKey('alpha\nH30')) as Buffer, 'A supplier code')
        table.details.put(idKey(undetailed), encodeJson({ fax: '1' }))
      },
    ],
  ])('reports %s, and leaves it unchanged', async (code, change) => {
    const folder = lived()
    await changed(folder, change)
    const { findings } = await opened(folder, (storage) => storage.check({ repair: true }))
    expect(findings).toMatchObject([{ code, count: 1, kind: 'truth', repaired: false }])
  })

  it('is not the remedy for a folder that lost details', async () => {
    const folder = lived()
    await lostOf(folder, 'details')
    await expect(openDurableStorage(folder)).rejects.toMatchObject({
      code: 'storage_corrupt',
      message: expect.stringMatching(/Table "details".*Restore the folder from a backup/),
    })
  })

  it('finds an index that differs from the rows, and rebuilds it', async () => {
    const folder = lived()
    const storage = await openDurableStorage(folder, { index: 'segments' })
    const [{ row } = { row: undefined }] = await storage.ledger.scanRecords(-1, 1)
    const { active } = storage.index as unknown as { active: SegmentGeneration }
    expect(active).toBeInstanceOf(SegmentGeneration)
    active.keys.remove(row?.id as number)
    const { findings } = await storage.check({ repair: true })
    expect(findings[0]).toMatchObject({ code: 'index_wrong', repaired: true })
    expect((await storage.check()).findings).toEqual([])
    await storage.close()
  })

  it('finds a damaged checkpoint, and writes a new checkpoint', async () => {
    const folder = lived()
    const storage = await openDurableStorage(folder, { index: 'segments' })
    const path = join(folder, CHECKPOINT_FILE)
    truncateSync(path, statSync(path).size - 5)
    const { findings } = await storage.check({ repair: true })
    expect(findings).toMatchObject([{ code: 'checkpoint_unusable', examples: ['it is truncated'], repaired: true }])
    expect((await storage.check()).findings).toEqual([])
    await storage.close()
  })

  it('finds damaged pages, and stops reading', async () => {
    const folder = lived()
    const path = join(folder, LEDGER_FILE)
    const storage = await openDurableStorage(folder, { index: 'segments' })
    await storage.close()
    truncateSync(path, Math.floor(readFileSync(path).length / 2 / 4_096) * 4_096)
    await expect(openDurableStorage(folder, { index: 'segments' })).rejects.toMatchObject({ code: 'storage_corrupt' })
  })

  it('stops when aborted', async () => {
    await opened(lived(), async (storage) => {
      await expect(storage.check({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
      expect((await storage.check()).findings).toEqual([])
    })
  })
})

describe('a ledger that lost a row of its metadata', () => {
  const cases = Object.entries({
    manifest: 'lost its manifest',
    head: 'lost the number of its last change',
    rows: 'lost its row counts',
  }).flatMap(([row, what]) => [true, false].map((isDescribed) => [row, isDescribed, what] as const))

  it.each(cases)('is rejected without "%s", with registry.json: %s', async (row, isDescribed, what) => {
    const folder = lived()
    await lostOf(folder, 'meta', textKey(row))
    const described = join(folder, MANIFEST_FILE)
    const before = readFileSync(described, 'utf8')
    if (!isDescribed) rmSync(described)
    for (const damaged of ['refuse', 'open'] as const) {
      const refused = (async () => {
        const storage = await openDurableStorage(folder, { damaged })
        await storage.check().finally(() => storage.close())
      })()
      await expect(refused, damaged).rejects.toMatchObject({ code: 'storage_corrupt' })
      for (const part of [folder, what, 'Restore the folder from a backup']) await expect(refused).rejects.toThrow(part)
    }
    // Expects an unchanged file: opening a valid ledger would write the manifest file.
    if (isDescribed) expect(readFileSync(described, 'utf8')).toBe(before)
    else if (row !== 'rows') expect(existsSync(described)).toBe(false)
  })

  it.each(['manifest', 'head'])('is found by a check when "%s" was lost while the ledger was open', async (row) => {
    const tables = openTables(join(lived(), LEDGER_FILE))
    const head = headIn(tables)
    await tables.root.transaction(() => void tables.table.meta.remove(textKey(row)))
    const findings = new Findings()
    await new LedgerCheck({ tables, head, findings, tick: () => () => undefined }).run()
    await tables.root.close()
    expect(findings.list()).toMatchObject([{ code: 'manifest_lost', count: 1, kind: 'truth', repaired: false }])
  })

  it('is new where a process exited after creating the file', async () => {
    const folder = temporaryFolder()
    const tables = openTables(join(folder, LEDGER_FILE))
    await tables.root.close()
    await opened(folder, async (storage) => expect((await storage.ledger.head()).change).toBe(0))
  })
})

describe('compacting a folder', () => {
  it('keeps all results, needs less space, and closes the folder', async () => {
    const folder = lived()
    const before = await opened(folder, answers)
    const storage = await openDurableStorage(folder, { index: 'segments' })
    const result = await storage.compact()
    expect(result.after).toBeLessThan(result.before)
    expect(result.checkpoint).toBe(statSync(join(folder, CHECKPOINT_FILE)).size)
    await expect(storage.ledger.head()).rejects.toMatchObject({ code: 'closed' })
    const kinds: string[] = []
    const again = await openDurableStorage(folder, { index: 'segments', onCheckpoint: ({ kind }) => kinds.push(kind) })
    expect(kinds).toEqual(['opened'])
    expect(await answers(again)).toEqual(before)
    await again.setIndexVersion('9-abcdef')
    await again.close()
  })

  it('leaves the files unchanged when aborted', async () => {
    const folder = lived()
    const before = await opened(folder, answers)
    const storage = await openDurableStorage(folder, { index: 'segments' })
    await expect(storage.compact({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    expect(existsSync(join(folder, `${LEDGER_FILE}.new`))).toBe(false)
    expect(await opened(folder, answers)).toEqual(before)
  })
})

it('compacts and checks an empty folder', async () => {
  const folder = temporaryFolder()
  const storage = await openDurableStorage(folder, { index: 'segments' })
  await createRegistry({ storage })
  await storage.compact()
  await opened(folder, async (again) => {
    expect((await again.check()).findings).toEqual([])
  })
})
