import pg from 'pg'

export interface QueryOptions {
  /**
   * Planned for its values each time: of a statement that is kept, the plan stays what suited the tables when it was made,
   * however much they have grown since.
   */
  readonly isPlannedAnew?: boolean
}

/** Runs statements, one at a time. */
export interface Connection {
  /**
   * @throws {@link RegistryError} as `postgresFailure` names it, within a transaction what PostgreSQL said.
   */
  query<Row extends object>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]>
}

const INT8 = 20
const INT8_ARRAY = 1016

/** Ids, keys and changes are safe integers, so that they are read as numbers and not as texts. */
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return Number
    if (format !== 'binary' && oid === INT8_ARRAY) return numbersOf
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Numbers as an array that PostgreSQL reads. */
export function arrayOf(numbers: Iterable<number>): string {
  return `{${(Array.isArray(numbers) ? numbers : [...numbers]).join(',')}}`
}

function numbersOf(array: string): number[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)
}
