import type { JSX } from 'preact'
import { type Mapping, TARGETS, withColumn } from '../../data/feed/column-mapping.ts'
import type { CsvTable } from '../../data/feed/csv.ts'

const EXAMPLES = 3

interface ColumnMappingProps {
  readonly table: CsvTable
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

/** Table for mapping columns to fields, with values of the first rows. */
export function ColumnMapping({ table, mapping, onChange }: ColumnMappingProps): JSX.Element {
  return (
    <table class="table columns">
      <caption class="hidden-text">Field of each column</caption>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Field</th>
          <th scope="col" class="examples">
            First rows
          </th>
        </tr>
      </thead>
      <tbody>
        {table.columns.map((column, at) => (
          <tr key={`${at} ${column}`}>
            <th scope="row">{column === '' ? `column ${at + 1}` : column}</th>
            <td class="field">
              <select
                aria-label={`Field of ${column}`}
                value={mapping[column] ?? ''}
                onChange={({ currentTarget }) => onChange(withColumn(mapping, column, currentTarget.value))}
              >
                <option value="">Auto-detect</option>
                {TARGETS.map(([target, label]) => (
                  <option key={target} value={target}>
                    {label}
                  </option>
                ))}
              </select>
            </td>
            <td class="examples dim">
              {table.rows
                .slice(0, EXAMPLES)
                .map((row) => row[at] ?? '')
                .filter((cell) => cell !== '')
                .join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
