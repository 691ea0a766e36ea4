import { FeedError } from '../item/feed-error.ts'
import type { FeedRecord } from '../item/feed-item.ts'
import { isPlainObject } from '../json/plain-object.ts'
import { shownName } from '../limits/long-cell.ts'

/**
 * Returns the path of a list of objects inside an object that is not a record. The object is probably the response of
 * an API, and the list contains the records.
 */
export function recordsPathIn(row: Record<string, unknown>, { record }: FeedRecord): readonly string[] | undefined {
  const { name, code, altNames, identifiers } = record
  if ([name, code, altNames, identifiers].some((value) => value !== undefined)) return undefined
  const objects: (readonly [path: readonly string[], value: Record<string, unknown>])[] = [[[], row]]
  // Take the list that is nearest to the top level.
  for (let at = 0; at < objects.length; at++) {
    const [path, object] = objects[at] as (typeof objects)[number]
    for (const [key, value] of Object.entries(object)) {
      if (Array.isArray(value) && isPlainObject(value[0])) return [...path, key]
      if (isPlainObject(value)) objects.push([[...path, key], value])
    }
  }
  return undefined
}

export function nestedRecordsError(name: string, path: readonly string[]): FeedError {
  return new FeedError(
    'records_within',
    `${name} is one object that is not a record; its list ${shownName(path)} may contain the records. Send that list alone.`,
  )
}
