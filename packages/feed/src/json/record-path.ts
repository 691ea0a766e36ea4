/** The place of the records inside a JSON document. */
export interface RecordPath {
  /** Names of the fields that lead to the records. Lists on the way are entered. */
  readonly fields: readonly string[]
  /** Whether the records are the members of an object: `{ "123": { ... } }`. Otherwise they are the elements of a list. */
  readonly isMembers: boolean
}

/** The elements of the top-level list, or the top-level values. */
export const TOP_LEVEL: RecordPath = { fields: [], isMembers: false }

const FIELDS_MAX = 32

/**
 * Parses the path of records: `hotels[]`, `data.items`, `pages[].hotels[]`; for the members of an object `hotels.*`, or
 * `*` for those of the top level. Returns undefined for another text.
 */
export function parseRecordPath(text: string): RecordPath | undefined {
  const parts = text.trim().split('.').map(withoutBrackets)
  const isMembers = parts.at(-1) === '*'
  if (isMembers) parts.pop()
  else if (parts.length === 1 && (parts[0] === '' || parts[0] === '$'))
    return text.trim() === '' ? undefined : TOP_LEVEL
  if (parts[0] === '$' || parts[0] === '') parts.shift()
  if (parts.length > FIELDS_MAX || parts.some((part) => part === '' || part === '*')) return undefined
  return { fields: parts, isMembers }
}

function withoutBrackets(part: string): string {
  let end = part.length
  while (end >= 2 && part.startsWith('[]', end - 2)) end -= 2
  return part.slice(0, end)
}

/** Returns the path as {@link parseRecordPath} reads it. */
export function shownRecordPath({ fields, isMembers }: RecordPath): string {
  if (isMembers) return [...fields, '*'].join('.')
  return `${fields.join('.')}[]`
}
