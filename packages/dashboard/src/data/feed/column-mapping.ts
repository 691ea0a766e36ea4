import { COLUMN_TARGETS } from '../../generated/fields.ts'

/** Target fields of a column, with labels. */
export const TARGETS: readonly (readonly [target: string, label: string])[] = COLUMN_TARGETS.map(
  ([target, label]) => [target, label] as const,
)

/** Target fields by column. The service itself maps columns that are not listed, since it recognizes many names. */
export type Mapping = Readonly<Record<string, string>>

/** Target fields by the name of a column. */
const TARGET_OF_NAME: ReadonlyMap<string, string> = new Map(
  COLUMN_TARGETS.flatMap(([target, , names]) => names.split(' ').map((name) => [name, target] as const)).reverse(),
)

/** Guesses the target field of each column. Each field is the target of at most one column. */
export function guessMapping(columns: readonly string[]): Mapping {
  const taken = new Set<string>()
  const mapping: Record<string, string> = {}
  for (const column of columns) {
    const plain = column
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
    const target = TARGET_OF_NAME.get(plain)
    if (target === undefined || taken.has(target)) continue
    taken.add(target)
    mapping[column] = target
  }
  return mapping
}

/**
 * Maps a column to a target field. If another column had this field, that column becomes unmapped. With an empty
 * target, the service maps the column.
 */
export function withColumn(mapping: Mapping, column: string, target: string): Mapping {
  const others = Object.entries(mapping).filter(([name, each]) => name !== column && each !== target)
  return Object.fromEntries(target === '' ? others : [...others, [column, target]])
}

/** Returns the required fields to which no column is mapped. */
export function missingTargets(mapping: Mapping, kind: 'batch' | 'import'): string[] {
  const has = new Set(Object.values(mapping))
  return kind === 'import'
    ? ['code', 'name'].filter((target) => !has.has(target))
    : has.has('name') || has.has('code')
      ? []
      : ['name']
}

/** Returns the column names to send. The target field replaces the name of a mapped column. */
export function sentColumns(columns: readonly string[], mapping: Mapping): string[] {
  return columns.map((column) => mapping[column] ?? column)
}

/** Maximum characters of the parameter `mapping`. */
const MAX_MAPPING = 4_000

/**
 * Returns the mapping as the parameter of an import, so that the file itself stays unchanged. Undefined if a name of a
 * column cannot be written in it.
 */
export function mappingParameter(mapping: Mapping): string | undefined {
  const pairs = Object.entries(mapping)
  if (pairs.some(([column]) => /,/.test(column) || column.trim() === '' || column !== column.trim())) return undefined
  const text = pairs.map(([column, target]) => `${target}=${column}`).join(',')
  return text.length > MAX_MAPPING ? undefined : text
}

/** Returns whether the service maps the columns in the same way without a mapping. */
export function isGuessed(columns: readonly string[], mapping: Mapping): boolean {
  const guessed = guessMapping(columns)
  return columns.every((column) => guessed[column] === mapping[column])
}
