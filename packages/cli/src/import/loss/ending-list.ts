import { AtomicFile } from '../../io/atomic-file.ts'
import type { Io } from '../../io/io.ts'
import { LineWriter } from '../../io/line-writer.ts'

/** Writes the rows that would end to a file, as JSON Lines. */
export async function writeEnding(rows: AsyncIterable<unknown>, path: string): Promise<void> {
  const file = await AtomicFile.create(path)
  try {
    const lines = new LineWriter({ write: async (text) => void (await file.write(text)) })
    for await (const row of rows) await lines.write(`${JSON.stringify(row)}\n`)
    await lines.flush()
    await file.finish()
  } catch (error) {
    await file.discard()
    throw error
  }
}

/**
 * Prints `{ "refused": { numbers, name: rows } }` as JSON. The rows are written one by one, since there may be many.
 *
 * @param name - The name of the list.
 */
export async function printRefused(
  { stdout }: Io,
  numbers: object,
  name: string,
  rows: AsyncIterable<unknown>,
): Promise<void> {
  const lines = new LineWriter(stdout)
  await lines.write(`{"refused":${JSON.stringify(numbers).slice(0, -1)},"${name}":[`)
  let isFirst = true
  for await (const row of rows) {
    await lines.write(`${isFirst ? '' : ','}\n${JSON.stringify(row)}`)
    isFirst = false
  }
  await lines.write('\n]}}\n')
  await lines.flush()
}
