import type { JSX } from 'preact'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { words } from '../../ui/show-values.ts'
import type { DecisionFilters } from './decision-filters.ts'

const KINDS = ['merge', 'dismiss', 'split', 'delete', 'pin', 'unpin', 'verify', 'unverify', 'undo']

interface FilterFieldsProps {
  readonly filters: DecisionFilters
  /** Authors with decisions, possibly several times. */
  readonly people: readonly string[]
  readonly nameOf: (actor: string) => string
  readonly onChange: (changed: Partial<DecisionFilters>) => void
}

/** Fields for filtering the list of decisions. */
export function FilterFields({ filters, people, nameOf, onChange }: FilterFieldsProps): JSX.Element {
  // Nobody can filter by the shared name of authors of other accounts. The list keeps the chosen person.
  const known = [...new Set([...people, ...(filters.by === '' ? [] : [filters.by])])]
  const actors = known.filter((actor) => actor !== 'another account').sort((a, b) => compare(nameOf(a), nameOf(b)))
  return (
    <search class="filters">
      <SelectField
        label="Person"
        value={filters.by}
        onInput={(by) => onChange({ by })}
        options={[['', 'All'], ...actors.map((actor) => [actor, nameOf(actor)] as const)]}
      />
      <SelectField
        label="Kind"
        value={filters.kind}
        onInput={(kind) => onChange({ kind })}
        options={[['', 'All'], ...KINDS.map((kind) => [kind, words(kind)] as const)]}
      />
      <TextField label="From" type="date" value={filters.from} onInput={(from) => onChange({ from })} />
      <TextField label="To" type="date" value={filters.to} onInput={(to) => onChange({ to })} />
      <div>
        <Button kind="quiet" isSmall onPress={() => onChange({ by: '', kind: '', from: '', to: '' })}>
          Clear filters
        </Button>
      </div>
    </search>
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
