import { RegistryError } from '@utpid/core'
import type { Tables } from './tables.ts'

/**
 * Returns the only row of the table `head`. The first migration writes the row, and nothing deletes it. Without this
 * row, a full schema would look empty, and a restore would clear the schema.
 *
 * @throws `storage_corrupt`
 */
export function headRow<Row>(rows: readonly Row[], { head }: Pick<Tables, 'head'>): Row {
  const [row] = rows
  if (row !== undefined) return row
  throw new RegistryError(
    'storage_corrupt',
    `The table ${head} lost its row, which holds the last change and the state of the registry. Restore the database from a backup.`,
  )
}
