import { failure, type RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { parseJsonObject } from './parse-json-object.ts'
import { setOwn } from './plain-object.ts'
import { tooLongMessage } from './read-json-lines.ts'
import type { JsonSpan } from './split-json-values.ts'

/** Reads the records of a JSON document. */
export async function* readJsonValues(
  batches: AsyncIterable<JsonSpan[]>,
  clock: CpuClock,
): AsyncGenerator<RawItem[], void, undefined> {
  for await (const spans of batches) yield spans.map((span) => readSpan(span, clock))
}

function readSpan({ line, bytes, tooLong, key }: JsonSpan, clock: CpuClock): RawItem {
  if (tooLong) {
    const cure = 'If the records are in a list inside, name it with the option records.'
    return failure(line, 'line_too_long', `${tooLongMessage('element')} ${cure}`)
  }
  const item = parseJsonObject(line, bytes, clock)
  if (key !== undefined && 'row' in item) putKey(item.row, key)
  return item
}

/** Adds the name of a record that is a member of an object. The name usually is its code. */
function putKey(row: Record<string, unknown>, key: string): void {
  for (const name of ['id', 'code', 'key']) {
    if (!Object.hasOwn(row, name)) {
      setOwn(row, name, key)
      return
    }
    if (String(row[name]) === key) return
  }
}
