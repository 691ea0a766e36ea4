import { isJsonLongerThan } from '../encoding/json-length.ts'
import { LIMITS } from '../model/limits.ts'
import { fieldPaths, valueAt } from './field-paths.ts'
import type { FieldTable } from './record-fields.ts'
import { splitDetails } from './split-details.ts'

type Content = Readonly<Record<string, unknown>>

/** A content whose details fit, and the fields that were dropped. */
export interface LimitedContent {
  /** The content without the dropped fields. It is the given object if no field was dropped. */
  readonly content: Content
  readonly dropped: readonly { readonly path: readonly string[]; readonly value: unknown }[]
}

/** Drops whole details of a content, the longest field first, until the rest fits into `LIMITS.detailCharacters`. */
export function limitDetails(content: Content, fields: FieldTable): LimitedContent {
  if (!isTooLong(content, fields)) return { content, dropped: [] }
  const longestFirst = fieldPaths(fields)
    .filter(({ definition }) => definition.detail === true)
    .flatMap(({ path }) => {
      const value = valueAt(content, path)
      return value === undefined ? [] : [{ path, value, units: JSON.stringify(value).length }]
    })
    .sort((a, b) => b.units - a.units)
  let limited = content
  let count = 0
  for (; count < longestFirst.length && isTooLong(limited, fields); count++) {
    limited = without(limited, longestFirst[count]?.path ?? [])
  }
  return { content: limited, dropped: longestFirst.slice(0, count) }
}

function isTooLong(content: Content, fields: FieldTable): boolean {
  const { details } = splitDetails(content, fields)
  return details !== undefined && isJsonLongerThan(details, LIMITS.detailCharacters)
}

/** Returns a copy of an object without the field at a path, and without objects that have no other field. */
function without(object: Content, [name = '', ...rest]: readonly string[]): Content {
  const { [name]: value, ...others } = object
  const kept = rest.length === 0 ? {} : without(value as Content, rest)
  return Object.keys(kept).length === 0 ? others : { ...object, [name]: kept }
}
