import { expect, test } from 'vitest'
import { readInChunks } from '../../../src/storage/ledger/read-in-chunks.ts'

test('any number of ids is read in order, in calls of at most the limit, without empty calls', async () => {
  const sizes: number[] = []
  const read = async (ids: readonly number[]): Promise<number[]> => {
    sizes.push(ids.length)
    return ids.map((id) => -id)
  }
  const ids = Array.from({ length: 25 }, (_, at) => at + 1)
  expect(await readInChunks(ids, read, 10)).toEqual(ids.map((id) => -id))
  expect(sizes).toEqual([10, 10, 5])
  expect(await readInChunks([], read, 10)).toEqual([])
  expect(await readInChunks(ids.slice(0, 10), read, 10)).toHaveLength(10)
  expect(sizes).toEqual([10, 10, 5, 10])
})
