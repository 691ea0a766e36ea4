import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { openDurableStorage } from '@utpid/adapter-folder'
import { type ErrorCode, RegistryError, type Storage } from '@utpid/core'
import { emptyCommit } from '@utpid/core/storage'
import { temporaryFolder } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import { FORMAT_VERSION, type Manifest } from '../../src/folder/registry-folder.ts'
import { decodeJson, ENCODING_VERSION, encodeJson } from '../../src/rows/row-encoding.ts'
import { idKey, textKey } from '../../src/rows/row-keys.ts'
import { openTables } from '../../src/tables/lmdb-tables.ts'
import { numberedStay, SAMPLE_TIME } from '../support/numbered-stay.ts'

const COUNT = 40
const MARK = 'a-text-to-be-found-in-the-file'

async function write(storage: Storage, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) {
    const { change } = await storage.ledger.head()
    await storage.ledger.commit({
      ...emptyCommit(SAMPLE_TIME, change),
      ...numberedStay(number, { mark: MARK.repeat(20) }),
    })
  }
}

async function filledFolder(): Promise<string> {
  const folder = temporaryFolder()
  const storage = await openDurableStorage(folder)
  await storage.setIndexVersion('1-abcdef')
  await write(storage, 1, COUNT)
  await storage.close()
  return folder
}

/** Opens a folder and reads all rows. Each failure must have an error code. */
async function readAll(folder: string): Promise<void> {
  const storage = await openDurableStorage(folder)
  try {
    await storage.ledger.scanRecords(-1, 1_000)
    await storage.ledger.scanProducts(-1, 1_000)
    await storage.ledger.changes(0, 1_000)
  } finally {
    await storage.close()
  }
}

async function expectRefusal(code: ErrorCode, folder: string, ...words: string[]): Promise<void> {
  const error = await readAll(folder).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RegistryError)
  expect((error as RegistryError).code, (error as RegistryError).message).toBe(code)
  for (const word of words) expect((error as RegistryError).message).toContain(word)
}

/** Replaces a text in the file of the ledger. */
function overwrite(folder: string, text: string, replacement: string): void {
  const path = join(folder, 'ledger.lmdb')
  const bytes = readFileSync(path)
  let found = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length), found++)
    bytes.write(replacement, at)
  expect(found).toBeGreaterThan(0)
  writeFileSync(path, bytes)
}

describe('the folder of a registry', () => {
  it('is created if missing, and describes itself', async () => {
    const folder = join(temporaryFolder(), 'new', 'deep')
    const storage = await openDurableStorage(folder, { clock: () => Date.parse(SAMPLE_TIME) })
    await storage.setIndexVersion('3-abcdef')
    expect(JSON.parse(readFileSync(join(folder, 'registry.json'), 'utf8'))).toEqual({
      kind: 'utpid-registry',
      format: FORMAT_VERSION,
      created: SAMPLE_TIME,
      indexVersion: '3-abcdef',
      change: 0,
    })
    await storage.close()
    expect(readdirSync(folder).sort()).toEqual(['index.checkpoint', 'ledger.lmdb', 'ledger.lmdb-lock', 'registry.json'])
  })

  it('is rejected and unchanged when it contains other files', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'holiday.jpg'), 'x')
    await expectRefusal('validation_failed', folder, 'holiday.jpg')
    expect(readdirSync(folder)).toEqual(['holiday.jpg'])
  })

  it('is rejected when its path is a file or inside a file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'x')
    await expectRefusal('validation_failed', file, file)
    await expectRefusal('validation_failed', join(file, 'inside'), file)
  })

  it('is rejected when its ledger is missing', async () => {
    const folder = await filledFolder()
    rmSync(join(folder, 'ledger.lmdb'))
    await expectRefusal('storage_corrupt', folder, 'ledger.lmdb')
    expect(existsSync(join(folder, 'ledger.lmdb')), 'no empty ledger replaces the missing ledger').toBe(false)
  })

  it('opens without its registry.json, and writes the file again', async () => {
    const folder = await filledFolder()
    rmSync(join(folder, 'registry.json'))
    await readAll(folder)
    expect(JSON.parse(readFileSync(join(folder, 'registry.json'), 'utf8'))).toMatchObject({ indexVersion: '1-abcdef' })
  })

  it.each(['not JSON', '{"kind":"something else","format":1}'])(
    'is rejected when registry.json is %s',
    async (text) => {
      const folder = await filledFolder()
      writeFileSync(join(folder, 'registry.json'), text)
      await expectRefusal('storage_corrupt', folder, 'registry.json')
    },
  )

  it('is rejected when it has a newer format', async () => {
    const folder = await filledFolder()
    const path = join(folder, 'registry.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"format": ${FORMAT_VERSION}`, '"format": 99'))
    await expectRefusal('storage_version', folder, 'format 99', 'Upgrade')
  })

  it.each([1, 4])('is rejected with advice when it has format %d', async (format) => {
    const folder = await filledFolder()
    const path = join(folder, 'registry.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"format": ${FORMAT_VERSION}`, `"format": ${format}`))
    await expectRefusal('storage_outdated', folder, `format ${format}`, 'Export the registry with that version')
  })

  it('is rejected with a ledger of an earlier format, whatever registry.json contains', async () => {
    const folder = await filledFolder()
    const { root, table } = openTables(join(folder, 'ledger.lmdb'))
    const about = decodeJson<Manifest>(table.meta.get(textKey('manifest')) as Buffer, 'about')
    await root.transaction(() => table.meta.put(textKey('manifest'), encodeJson({ ...about, format: 4 })))
    await root.close()
    await expectRefusal('storage_outdated', folder, folder, 'format 4')
  })

  it('reports storage_version for a row in a newer encoding', async () => {
    const folder = await filledFolder()
    const { root, table } = openTables(join(folder, 'ledger.lmdb'))
    await root.transaction(() => {
      const value = table.products.get(idKey(7)) as Buffer
      value[0] = ENCODING_VERSION + 1
      value.writeUInt32LE(crc32(value.subarray(5), crc32(value.subarray(0, 1))), 1)
      table.products.put(idKey(7), value)
    })
    await root.close()
    await expectRefusal('storage_version', folder, `encoding ${ENCODING_VERSION + 1}`, 'Upgrade')
  })

  it('reports storage_corrupt for rows whose bytes changed on disk, and returns none of these rows', async () => {
    const folder = await filledFolder()
    overwrite(folder, 'Hotel 17', 'Motel 17')
    await expectRefusal('storage_corrupt', folder, '17')
  })

  it('reports storage_corrupt when the ledger does not start like a ledger', async () => {
    const folder = await filledFolder()
    const path = join(folder, 'ledger.lmdb')
    writeFileSync(path, Buffer.concat([Buffer.alloc(8_192, 'x'), readFileSync(path).subarray(8_192)]))
    await expectRefusal('storage_corrupt', folder, 'ledger.lmdb')
    expect(existsSync(join(folder, 'lock.json')), 'the lock is released').toBe(false)
  })

  it.each([0.3, 0.6, 0.9])('reports storage_corrupt and does not crash when %d of the ledger remain', async (part) => {
    const folder = await filledFolder()
    const path = join(folder, 'ledger.lmdb')
    truncateSync(path, Math.floor(readFileSync(path).length * part))
    await expectRefusal('storage_corrupt', folder)
  })

  it('keeps files of other programs in the folder', async () => {
    const folder = await filledFolder()
    mkdirSync(join(folder, 'notes'))
    await readAll(folder)
  })
})
