import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage, openPackage } from '@utpid/adapter-folder'
import { RegistryError, type Storage } from '@utpid/core'
import { emptyCommit } from '@utpid/core/storage'
import { newFolder, temporaryFolder } from '@utpid/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKPOINT_FILE, LEDGER_FILE } from '../../src/folder/registry-folder.ts'
import { idKey } from '../../src/rows/row-keys.ts'
import { openTables, type TableName } from '../../src/tables/lmdb-tables.ts'
import { numberedStay, SAMPLE_TIME } from '../support/numbered-stay.ts'

const PAGE_BYTES = 4_096
const STAYS = 260
const NUMBERS = Array.from({ length: STAYS }, (_, at) => at + 1)
const CODES = NUMBERS.map((number) => ({ supplier: 'alpha', code: `A${number}` }))

let sound: string

/** Creates a registry with several leaves per table, and an index checkpoint. */
beforeAll(async () => {
  sound = newFolder()
  const storage = await openDurableStorage(sound)
  await storage.setIndexVersion('1-abcdef')
  for (const number of NUMBERS) {
    await storage.ledger.commit({
      ...emptyCommit(SAMPLE_TIME, 0),
      ...numberedStay(number),
      aliases: [{ alias: `former ${number}`, productId: number }],
      edges: number > 1 ? [{ a: number - 1, b: number, weight: 5, confidence: 9_000, model: 'm', tfVersion: 0 }] : [],
    })
  }
  await storage.close()
})

afterAll(() => rmSync(sound, { recursive: true, force: true }))

function copied(from: string): string {
  const folder = temporaryFolder()
  for (const name of [LEDGER_FILE, CHECKPOINT_FILE, 'registry.json']) copyFileSync(join(from, name), join(folder, name))
  return folder
}

/** Returns the leaves of a table in key order, as LMDB currently stores them. */
function leavesOf(bytes: Buffer, table: string): number[] {
  const transaction = (page: number): number => bytes.readUInt32LE(page * PAGE_BYTES + 152)
  const leaves = new Map<string, number[]>()
  const visit = (page: number, into: string | undefined): void => {
    const at = page * PAGE_BYTES
    const isLeaf = (bytes.readUInt16LE(at + 18) & 2) !== 0
    if (isLeaf && into !== undefined) leaves.set(into, [...(leaves.get(into) ?? []), page])
    for (let entry = 0; entry < bytes.readUInt16LE(at + 20); entry += 2) {
      const node = at + 24 + bytes.readUInt16LE(at + 24 + entry)
      if (!isLeaf) visit(bytes.readUIntLE(node, 6), into)
      else if (into === undefined) {
        const keyLength = bytes.readUInt16LE(node + 6)
        const name = bytes.toString('latin1', node + 8, node + 7 + keyLength)
        if (bytes.readUInt32LE(node + 52 + keyLength) !== 0xffff_ffff)
          visit(bytes.readUInt32LE(node + 48 + keyLength), name)
      }
    }
  }
  visit(bytes.readUInt32LE((transaction(0) >= transaction(1) ? 0 : 1) * PAGE_BYTES + 136), undefined)
  return leaves.get(table) ?? []
}

/** Copies the folder, and replaces one leaf of a table by another, or swaps two leaves. */
function withLeaves(table: TableName, way: 'swapped' | 'copied'): string {
  const folder = copied(sound)
  const bytes = readFileSync(join(folder, LEDGER_FILE))
  const leaves = leavesOf(bytes, table)
  expect(leaves.length, `${table} has several leaves`).toBeGreaterThan(2)
  const [one, other] = [leaves[1] as number, leaves.at(-1) as number]
  const [first, second] = [one, other].map((page) =>
    Buffer.from(bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)),
  )
  second?.copy(bytes, one * PAGE_BYTES)
  if (way === 'swapped') first?.copy(bytes, other * PAGE_BYTES)
  writeFileSync(join(folder, LEDGER_FILE), bytes)
  return folder
}

async function refused(folder: string, read: (storage: Storage) => Promise<unknown>): Promise<unknown> {
  let storage: Storage | undefined
  try {
    storage = await openDurableStorage(folder)
    return await read(storage)
  } catch (error) {
    return error
  } finally {
    await storage?.close()
  }
}

const READS: readonly [TableName, (storage: Storage) => Promise<unknown>][] = [
  ['codes', ({ ledger }) => ledger.bySupplierCode(CODES)],
  ['codes', ({ ledger }) => ledger.scanCodes('alpha', undefined, 1_000)],
  ['aliases', ({ ledger }) => ledger.byAlias(NUMBERS.map((number) => `former ${number}`))],
  ['lineage', ({ ledger }) => ledger.lineage(NUMBERS)],
  ['products', ({ ledger }) => ledger.getProducts(NUMBERS)],
  ['products', ({ ledger }) => ledger.scanProducts(-1, 1_000)],
  ['records', ({ ledger }) => ledger.getRecords(NUMBERS)],
  ['edges', ({ ledger }) => ledger.edges(NUMBERS)],
  ['changes', ({ ledger }) => ledger.changes(0, 1_000)],
]

describe('a ledger with damaged pages, opened by its index checkpoint', () => {
  describe.each(['swapped', 'copied'] as const)('with leaves that are %s', (way) => {
    it.each(READS)('does not report rows of %s as absent', async (table, read) => {
      const folder = withLeaves(table, way)
      const error = await refused(folder, read)
      expect(error).toBeInstanceOf(RegistryError)
      expect((error as RegistryError).code).toBe('storage_corrupt')
      expect((error as RegistryError).message).toContain(folder)
      expect((error as RegistryError).message).toMatch(/Restore/)
    })
  })

  it('is rejected when all pages are checked first', async () => {
    await expect(openDurableStorage(withLeaves('codes', 'swapped'), { verify: true })).rejects.toMatchObject({
      code: 'storage_corrupt',
    })
    await expect(openDurableStorage(sound, { verify: 'yes' as never })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  it('reports absent rows of an undamaged ledger, also during other writes', async () => {
    const folder = copied(sound)
    const storage = await openDurableStorage(folder)
    const { ledger } = storage
    const absent = { supplier: 'alpha', code: 'A100000' }
    for (let number = STAYS + 1; number <= STAYS + 40; number++) {
      const [before] = await ledger.bySupplierCode([{ supplier: 'alpha', code: `A${number}` }])
      expect(before).toBeUndefined()
      const writing = ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(number) })
      expect(await ledger.bySupplierCode([absent])).toEqual([undefined])
      await writing
    }
    expect(await ledger.bySupplierCode([...CODES, absent])).toEqual([...NUMBERS, undefined])
    expect((await ledger.scanRecords(-1, 1_000)).length).toBe(STAYS + 40)
    expect((await ledger.scanCodes('alpha', 'A200', 7)).length).toBe(7)
    await storage.close()
  })
})

describe('a ledger that lost a row', () => {
  /** Removes a row without updating the row counts. */
  async function lose(table: TableName): Promise<string> {
    const folder = copied(sound)
    const tables = openTables(join(folder, LEDGER_FILE))
    const [key] = tables.table[table].getKeys({ start: idKey(0), limit: 1 })
    const counts = [...tables.table.meta.getRange()].map(({ key: at, value }) => [Buffer.from(at), value] as const)
    await tables.root.transaction(() => void tables.table[table].remove(Buffer.from(key as Buffer)))
    await tables.root.transaction(() => {
      for (const [at, value] of counts) tables.table.meta.put(at, value)
    })
    await tables.root.close()
    return folder
  }

  it.each<TableName>([
    'records',
    'links',
    'codes',
    'products',
    'lineage',
    'aliases',
    'edges',
    'edgesReverse',
    'changes',
  ])('of %s is rejected with the number of missing rows, and opens only for a check', async (table) => {
    const folder = await lose(table)
    await expect(openDurableStorage(folder)).rejects.toMatchObject({
      code: 'storage_corrupt',
      message: expect.stringMatching(
        new RegExp(`${folder}: Table "${table}" has \\d+ rows, but \\d+ rows were written`),
      ),
    })
    const storage = await openDurableStorage(folder, { damaged: 'open' })
    const codes = (await storage.check()).findings.map(({ code }) => code)
    await storage.close()
    expect(codes).toContain(['codes', 'edgesReverse'].includes(table) ? 'rows_wrong' : 'rows_lost')
  })

  it('is complete again when the lost rows can be derived from others', async () => {
    const folder = await lose('codes')
    const storage = await openDurableStorage(folder, { damaged: 'open' })
    const { findings } = await storage.check({ repair: true })
    expect(findings.find(({ code }) => code === 'rows_wrong')).toMatchObject({ kind: 'derived', repaired: true })
    await storage.close()
    const mended = await openDurableStorage(folder)
    expect(await mended.ledger.bySupplierCode(CODES)).toEqual(NUMBERS)
    await mended.close()
  })

  it('is not written as a complete registry package', async () => {
    const folder = await lose('lineage')
    const storage = await openDurableStorage(folder, { damaged: 'open' })
    const place = temporaryFolder()
    await expect(storage.writePackage(join(place, 'registry.utpid'))).rejects.toMatchObject({ code: 'storage_corrupt' })
    expect(readdirSync(place)).toEqual([])
    await storage.close()
  })
})

describe('drafts of a killed process', () => {
  it('of a registry package are deleted with the next package of the same file; other drafts stay', async () => {
    const place = temporaryFolder()
    const uuid = '0f3c1de0-1111-4222-8333-444455556666'
    const stale = [`.r.utpid.999999999.${uuid}.part`, `.r.utpid.${uuid}.part`, `.r.utpid.999999999.${uuid}.part-lock`]
    const others = [`.other.utpid.999999999.${uuid}.part`, `.r.utpid.1.${uuid}.part`, '.r.utpid.part', 'r.utpid.notes']
    for (const name of [...stale, ...others]) writeFileSync(join(place, name), 'x')
    const storage = await openDurableStorage(copied(sound))
    await Promise.all([storage.writePackage(join(place, 'r.utpid')), storage.writePackage(join(place, 'r.utpid'))])
    await storage.close()
    expect(readdirSync(place).sort()).toEqual([...others, 'r.utpid'].sort())
    const snapshot = await openPackage(join(place, 'r.utpid'))
    expect(snapshot.change).toBe(STAYS)
    await snapshot.close()
  })

  it('of a compacted ledger are deleted when the folder is opened', async () => {
    const folder = copied(sound)
    for (const name of ['ledger.lmdb.new', 'ledger.lmdb.new-lock', 'registry.json.new']) {
      writeFileSync(join(folder, name), 'x')
    }
    const storage = await openDurableStorage(folder)
    await storage.close()
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([])
  })
})
