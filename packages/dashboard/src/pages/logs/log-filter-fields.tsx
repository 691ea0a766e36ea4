import type { JSX } from 'preact'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { LogFilters } from './log-filters.ts'

const METHODS = ['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const STATUSES: readonly (readonly [string, string])[] = [
  ['', 'All'],
  ['2xx', '2xx: success'],
  ['4xx', '4xx: rejected'],
  ['429', '429: rate limited'],
  ['5xx', '5xx: failed'],
]

interface LogFilterFieldsProps {
  readonly filters: LogFilters
  readonly onChange: (changed: Partial<LogFilters>) => void
}

/** Fields for filtering the request log. */
export function LogFilterFields({ filters, onChange }: LogFilterFieldsProps): JSX.Element {
  return (
    <div class="filters">
      <SelectField
        label="Method"
        value={filters.method}
        onInput={(method) => onChange({ method })}
        options={METHODS.map((method) => [method, method === '' ? 'All' : method] as const)}
      />
      <SelectField
        label="Status"
        value={filters.status}
        onInput={(status) => onChange({ status })}
        options={STATUSES}
      />
      <TextField
        label="Route"
        value={filters.route}
        onInput={(route) => onChange({ route })}
        placeholder="/registry/search"
      />
      <TextField
        label="Code"
        value={filters.code}
        onInput={(code) => onChange({ code })}
        placeholder="validation_failed"
      />
      <TextField label="Key id" value={filters.key} onInput={(key) => onChange({ key })} />
      <TextField label="From" type="date" value={filters.from} onInput={(from) => onChange({ from })} />
      <TextField label="To" type="date" value={filters.to} onInput={(to) => onChange({ to })} />
    </div>
  )
}
