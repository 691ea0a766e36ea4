import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseInput, type RecordContent } from '@utpid/core'
import { decodeFeatures, encodeFeatures, extractFeatures, type RecordFeatures } from '@utpid/core/scoring'
import { readFeed, toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'

/** Records of all feeds, by source and id. */
export type FeedRecords = ReadonlyMap<string, ReadonlyMap<string, RecordContent>>

const gazetteer = loadGazetteer()

/** Reads every feed of a folder with the record parser. */
export async function readFeedRecords(folder: string): Promise<FeedRecords> {
  const records = new Map<string, Map<string, RecordContent>>()
  for (const file of readdirSync(folder).sort()) {
    for await (const item of readFeed(join(folder, file))) {
      if ('error' in item) continue
      const { supplier, code } = item.record
      const content = contentOf(item.record)
      if (content === undefined || typeof supplier !== 'string') continue
      const ofSource = records.get(supplier) ?? new Map<string, RecordContent>()
      records.set(supplier, ofSource.set(String(code), content))
    }
  }
  return records
}

/** Returns the content of a row without its supplier: a difference of suppliers is no evidence. */
export function contentOf(row: Readonly<Record<string, unknown>>): RecordContent | undefined {
  const parsed = parseInput(toRecord({ ...row }), { gazetteer })
  if (!('record' in parsed)) return undefined
  const { supplier: _, code: __, ...content } = parsed.record
  return content
}

/** Computes features in the same way as a registry: encodes them to bytes and decodes them. */
export function featuresOf(content: RecordContent, hidden: readonly (keyof RecordContent)[] = []): RecordFeatures {
  const shown = Object.fromEntries(Object.entries(content).filter(([field]) => !hidden.includes(field as never)))
  return decodeFeatures(encodeFeatures(extractFeatures(shown as RecordContent, {}, gazetteer)))
}
