import pg from 'pg'

export interface QueryOptions {
  /**
   * Whether each execution plans the statement for its values. A prepared statement keeps its plan even after its
   * tables have grown.
   */
  readonly planEachTime?: boolean
}

/** A connection that runs statements, one at a time. */
export interface Connection {
  /** @throws the {@link RegistryError} of `postgresFailure`; inside a transaction, the error of PostgreSQL. */
  query<Row extends object>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]>
}

const INT8 = 20
const INT8_ARRAY = 1016

/** Parses bigint as a number: ids, keys and changes are safe integers. */
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return Number
    if (format !== 'binary' && oid === INT8_ARRAY) return numbersOf
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Formats numbers as a PostgreSQL array. */
export function arrayOf(numbers: Iterable<number>): string {
  return `{${(Array.isArray(numbers) ? numbers : [...numbers]).join(',')}}`
}

function numbersOf(array: string): number[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)
}
