import { RegistryError } from '@utpid/core'
import type { Tables } from './tables.ts'

/**
 * The one row of the table `head`. The first migration writes it and nothing takes it away: without it a schema full of rows
 * looks empty, and a restore would clear it.
 *
 * @throws `storage_corrupt`
 */
export function headRow<Row>(rows: readonly Row[], { head }: Pick<Tables, 'head'>): Row {
  const [row] = rows
  if (row !== undefined) return row
  throw new RegistryError(
    'storage_corrupt',
    `The table ${head} lost its row, which says what the registry holds and which change was its last. Restore the database from a backup.`,
  )
}
