import { expect, test } from 'vitest'
import { LinesAhead } from '../../../src/registry/export/lines-ahead.ts'

/** Returns the number of lines of each batch. */
async function batchSizes(lines: readonly string[]): Promise<number[]> {
  const sizes: number[] = []
  const ahead = new LinesAhead({
    concurrency: 1,
    read: async (batch) => {
      sizes.push(batch.length)
      return undefined
    },
  })
  const seen: string[] = []
  for (const line of lines) seen.push(...((await ahead.add(line))?.lines ?? []))
  for await (const batch of ahead.rest()) seen.push(...batch.lines)
  expect(seen).toEqual(lines)
  return sizes
}

test('a batch ends after a number of lines, and earlier if its lines are long', async () => {
  expect(await batchSizes(Array.from({ length: 2_500 }, (_, at) => String(at)))).toEqual([1_000, 1_000])
  expect(await batchSizes(Array.from({ length: 100 }, (_, at) => `${at}`.padEnd(200_000)))).toEqual([40, 40])
})
