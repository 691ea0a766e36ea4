import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { openDurableStorage, openPackage } from '@utpid/adapter-folder'
import { createRegistry, type Storage } from '@utpid/core'
import type { DecisionRow } from '@utpid/core/storage'
import { temporaryFolder } from '@utpid/testing'
import { open } from 'lmdb'
import { expect, it } from 'vitest'
import { LEDGER_FILE } from '../../src/folder/registry-folder.ts'
import { decodeTrailer, encodeTrailer, TRAILER_BYTES } from '../../src/package/package-format.ts'
import { decodeJson, encodeJson } from '../../src/rows/row-encoding.ts'
import { idKey } from '../../src/rows/row-keys.ts'
import { openTables } from '../../src/tables/lmdb-tables.ts'

/** Tables that earlier versions did not have. */
const LATER_TABLES = ['details', 'concordances', 'imports', 'decisionOrder']
const HOTEL = { supplier: 'alpha', code: '1', name: 'Hotel Zephyr', category: 'hotel', location: { country: 'FR' } }

/** Creates a folder with a registry whose later tables have no rows. */
async function made(): Promise<string> {
  const folder = temporaryFolder()
  const storage = await openDurableStorage(folder, { index: 'segments' })
  const registry = await createRegistry({ storage })
  const outcome = await registry.upsert(HOTEL)
  if (!('utpid' in outcome)) throw new Error('The record was rejected.')
  const { utpid } = outcome
  await registry.verify(utpid, { actor: 'ines' })
  await registry.unverify(utpid, { actor: 'bo' })
  expect(await storage.ledger.imports('alpha', 0, 10)).toEqual([])
  await registry.close()
  return folder
}

/** Removes the later tables from a file, so that the file is as an earlier version wrote it. */
async function drop(path: string): Promise<void> {
  const tables = openTables(path)
  await tables.root.transaction(() => tables.table.decisionOrder.clearSync())
  await tables.root.close()
  const binary = { encoding: 'binary', keyEncoding: 'binary' } as const
  const root = open<Buffer, Buffer>({ path, ...binary, noSubdir: true, maxDbs: 40, overlappingSync: false })
  for (const name of LATER_TABLES) await root.openDB<Buffer, Buffer>({ name, ...binary }).drop()
  const left = [...root.getKeys()].map(String)
  for (const name of LATER_TABLES) expect(left).not.toContain(name)
  await root.close()
}

async function answers({ ledger }: Storage): Promise<unknown> {
  const [record] = await ledger.scanRecords(-1, 10)
  return {
    name: record?.row.record.name,
    details: await ledger.details([record?.row.id ?? 0]),
    imports: await ledger.imports('alpha', 0, 10),
    concordances: [await ledger.concordances(['alpha:1']), await ledger.scanConcordances(undefined, 10)],
  }
}

async function listed({ ledger }: Storage): Promise<unknown> {
  const counts = await ledger.countDecisions('2000-01-01', '2100-01-01')
  return {
    all: (await ledger.listDecisions({ limit: 9 })).map(({ kind }) => kind),
    byInes: (await ledger.listDecisions({ actor: 'ines', limit: 9 })).map(({ kind }) => kind),
    counts: counts.map(({ kind, count }) => `${kind} ${count}`).sort(),
  }
}

const EMPTY = { name: 'Hotel Zephyr', details: [undefined], imports: [], concordances: [[undefined], []] }

it.each([false, true])('a folder without later tables opens, and gets them: pages checked first %s', async (verify) => {
  const folder = await made()
  await drop(join(folder, LEDGER_FILE))
  const storage = await openDurableStorage(folder, { index: 'segments', verify })
  expect(await answers(storage)).toEqual(EMPTY)
  expect(await listed(storage)).toEqual({
    all: ['unverify', 'verify'],
    byInes: ['verify'],
    counts: ['unverify 1', 'verify 1'],
  })
  expect((await storage.check()).findings).toEqual([])
  const registry = await createRegistry({ storage })
  await registry.import([{ ...HOTEL, name: 'Hotel Zephyr Grand' }])
  expect(await registry.listImports({ supplier: 'alpha' })).toHaveLength(1)
  await registry.close()
})

it('a folder to which an earlier version added a decision lists it', async () => {
  const folder = await made()
  const registry = await createRegistry({ storage: await openDurableStorage(folder, { index: 'segments' }) })
  const utpid = (await registry.locate({ supplier: 'alpha', code: '1' }))?.utpid as string
  await registry.verify(utpid, { actor: 'cy' })
  await registry.unverify(utpid, { actor: 'di' })
  await registry.close()
  const tables = openTables(join(folder, LEDGER_FILE))
  const { decisions } = tables.table
  const [last] = [...decisions.getRange({ reverse: true, limit: 1 })]
  const row = decodeJson<DecisionRow>(last?.value ?? Buffer.alloc(0), 'A decision')
  const added = { ...row, change: row.change + 1, actor: 'ines' }
  await tables.root.transaction(() => decisions.putTransferred(idKey(added.change), encodeJson(added)))
  await tables.root.close()
  const storage = await openDurableStorage(folder, { index: 'segments' })
  expect(await listed(storage)).toMatchObject({
    all: ['unverify', 'unverify', 'verify', 'unverify', 'verify'],
    byInes: ['unverify', 'verify'],
  })
  expect((await storage.check()).findings).toEqual([])
  await storage.close()
})

it.each([false, true])('a registry package without later tables opens: verified %s', async (verify) => {
  const folder = await made()
  const storage = await openDurableStorage(folder, { index: 'segments' })
  const file = join(temporaryFolder(), 'registry.utpid')
  await storage.writePackage(file)
  await storage.close()
  // Takes the file apart, removes the tables from its ledger, and puts it together again.
  const bytes = readFileSync(file)
  const { ledgerBytes, indexAt, indexBytes } = decodeTrailer(bytes.subarray(-TRAILER_BYTES), bytes.length)
  const path = join(temporaryFolder(), 'ledger.lmdb')
  writeFileSync(path, bytes.subarray(0, ledgerBytes))
  await drop(path)
  const ledger = readFileSync(path)
  const padding = Buffer.alloc((4_096 - (ledger.length % 4_096)) % 4_096)
  const parts = { ledgerBytes: ledger.length, ledgerChecksum: crc32(ledger), indexAt: ledger.length + padding.length }
  const index = bytes.subarray(indexAt, indexAt + indexBytes)
  writeFileSync(file, Buffer.concat([ledger, padding, index, encodeTrailer({ ...parts, indexBytes })]))

  const opened = await openPackage(file, { verify })
  expect(await answers(opened)).toEqual(EMPTY)
  await expect(listed(opened)).rejects.toMatchObject({ code: 'storage_outdated' })
  const registry = await createRegistry({ storage: opened })
  expect(await registry.listImports({ supplier: 'alpha' })).toEqual([])
  expect(await registry.listConcordances()).toEqual([])
  expect(await registry.match({ name: 'Hotel Zephyr', location: { country: 'FR' } })).toBeDefined()
  await registry.close()
})
