import { join } from 'node:path'
import { RegistryError } from '@utpid/core'
import { temporaryFolder } from '@utpid/testing'
import { expect, it } from 'vitest'
import { decodeJson, encodeJson } from '../../src/rows/row-encoding.ts'
import { idKey } from '../../src/rows/row-keys.ts'
import { openTables } from '../../src/tables/lmdb-tables.ts'

const RAW = { encoding: 'binary', keyEncoding: 'binary' } as const

it.each([
  ['under the id of another row', 'decisions', idKey(2)],
  ['in another table', 'lineage', idKey(1)],
] as const)('rejects a valid row stored %s', async (_, name, key) => {
  const { root, table } = openTables(join(temporaryFolder(), 'ledger.lmdb'))
  await root.transaction(() => table.decisions.putTransferred(idKey(1), encodeJson({ kind: 'merge' })))
  const bytes = root.openDB({ name: 'decisions', ...RAW }).get(idKey(1)) as Buffer
  await root.openDB({ name, ...RAW }).put(key, Buffer.from(bytes))
  const read = (from: 'decisions' | 'lineage', at: Buffer): unknown =>
    decodeJson(table[from].get(at) as Buffer, 'A decision')
  expect(read('decisions', idKey(1))).toEqual({ kind: 'merge' })
  expect(() => read(name, key)).toThrow(expect.objectContaining({ name: RegistryError.name, code: 'storage_corrupt' }))
  await root.close()
})
