import { failure, type RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { parseJsonObject } from './parse-json-object.ts'
import { tooLongMessage } from './read-json-lines.ts'
import type { JsonSpan } from './split-json-values.ts'

/** Reads the elements of a JSON list, or consecutive JSON objects. */
export async function* readJsonValues(
  batches: AsyncIterable<JsonSpan[]>,
  clock: CpuClock,
): AsyncGenerator<RawItem[], void, undefined> {
  for await (const spans of batches) {
    yield spans.map(({ line, bytes, tooLong }) =>
      tooLong
        ? failure(
            line,
            'line_too_long',
            `${tooLongMessage('element')} If the list is inside an object, send the list alone.`,
          )
        : parseJsonObject(line, bytes, clock),
    )
  }
}
