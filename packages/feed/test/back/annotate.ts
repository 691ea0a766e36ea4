import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '@utpid/testing'
import { AnnotatedCopy, createFeedStats, type ReadFeedOptions, type RowResult, readFeed } from '../../src/index.ts'

/**
 * Returns the annotated copy of a source. The result of a record has its code as UTPID.
 *
 * @param late - Number of records that are read before their results follow.
 */
export async function annotate(
  source: Buffer | string,
  name = 'feed.csv',
  options: ReadFeedOptions = {},
  late = 3,
): Promise<Buffer> {
  const folder = newFolder()
  try {
    const path = join(folder, name)
    writeFileSync(path, source)
    return await annotateFile(path, options, late)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function annotateFile(path: string, options: ReadFeedOptions, late: number): Promise<Buffer> {
  const stats = createFeedStats()
  const copy = new AnnotatedCopy({ path, stats })
  const written: Buffer[] = []
  const items = readFeed(path, { ...options, stats, onRow: copy.onRow })
  const codes: string[] = []
  const answer = async (): Promise<void> => {
    for (const code of codes.splice(0)) copy.answer(resultOf(code))
    await copy.drain()
  }
  let isStarted = false
  const start = (): void => {
    if (isStarted) return
    isStarted = true
    copy.start(async (bytes) => {
      written.push(Buffer.from(bytes))
    })
  }
  for await (const item of items) {
    start()
    if ('record' in item) codes.push(String(item.record.code))
    if (codes.length > late) await answer()
  }
  start()
  await answer()
  await copy.finish()
  return Buffer.concat(written)
}

export function resultOf(code: string): RowResult {
  return { utpid: code, confidence: 0.987_65, status: 'linked', reason: undefined }
}
