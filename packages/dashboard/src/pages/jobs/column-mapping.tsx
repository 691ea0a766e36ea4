import type { JSX } from 'preact'
import { type Mapping, TARGETS, withColumn } from '../../data/feed/column-mapping.ts'
import type { CsvTable } from '../../data/feed/csv.ts'

const EXAMPLES = 3

interface ColumnMappingProps {
  readonly table: CsvTable
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

/** What each column is, with what stands in its first rows. */
export function ColumnMapping({ table, mapping, onChange }: ColumnMappingProps): JSX.Element {
  return (
    <table class="table columns">
      <caption class="hidden-text">What each column is</caption>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">is</th>
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
                aria-label={`What ${column} is`}
                value={mapping[column] ?? ''}
                onChange={({ currentTarget }) => onChange(withColumn(mapping, column, currentTarget.value))}
              >
                <option value="">as the service understands it</option>
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
