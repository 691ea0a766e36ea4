import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField, type TextFieldProps } from '../../../ui/field.tsx'
import { countryName } from '../../../ui/show-values.ts'
import { isFiltered, NO_FILTER, type QueueFilter } from './queue-filter.ts'
import { KIND_TEXTS, MARKED_TEXTS, ORDER_TEXTS, REASON_TEXTS } from './queue-texts.ts'

const TYPING_PAUSE_MS = 400

interface QueueFilterBarProps {
  readonly filter: QueueFilter
  readonly stats: Answers['stats'] | undefined
  readonly suppliers: readonly { readonly id: string; readonly name: string }[]
  readonly onChange: (filter: QueueFilter) => void
}

/** Fields that choose and sort the open alerts. */
export function QueueFilterBar({ filter, stats, suppliers, onChange }: QueueFilterBarProps): JSX.Element {
  const choose = (changed: Partial<QueueFilter>): void => onChange({ ...filter, ...changed })
  const countries = Object.keys(stats?.products.byCountry ?? {})
    .map((code) => [code, countryName(code)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b))
  const names = suppliers.map(({ id, name }) => [id, name] as const)
  return (
    <details class="panel panel-body queue-filter">
      <summary>
        Filter and sort <span class="dim small">{summaryOf(filter)}</span>
      </summary>
      <div class="filters">
        <SelectField
          label="Sort"
          value={filter.order}
          onInput={(order) => choose({ order })}
          options={Object.entries({ ...ORDER_TEXTS, '': ORDER_TEXTS.informationGain ?? '' })
            .filter(([order]) => order !== 'informationGain')
            .reverse()}
        />
        <Choice label="Supplier" name="supplier" options={names} filter={filter} choose={choose} />
        <Choice label="Country" name="country" options={countries} filter={filter} choose={choose} />
        <TypedField label="City" value={filter.city} onInput={(city) => choose({ city })} />
        <Choice label="Kind" name="kind" options={Object.entries(KIND_TEXTS)} filter={filter} choose={choose} />
        <Choice label="Reason" name="reason" options={Object.entries(REASON_TEXTS)} filter={filter} choose={choose} />
        <Choice label="Notes" name="marked" options={Object.entries(MARKED_TEXTS)} filter={filter} choose={choose} />
        <TypedField
          label="Likely from (%)"
          type="number"
          value={filter.from}
          min={0}
          max={100}
          onInput={(from) => choose({ from })}
        />
        <TypedField
          label="Likely to (%)"
          type="number"
          value={filter.to}
          min={0}
          max={100}
          onInput={(to) => choose({ to })}
        />
        <TypedField label="Found since" type="date" value={filter.since} onInput={(since) => choose({ since })} />
      </div>
      {isFiltered(filter) && (
        <div class="row">
          {filter.group !== '' && <span class="dim small">One group of like questions.</span>}
          <Button kind="quiet" isSmall onPress={() => onChange({ ...NO_FILTER, order: filter.order })}>
            Clear filters
          </Button>
        </div>
      )}
    </details>
  )
}

/** A list with the choice of no filter. It also lists the chosen value if it is none of the options. */
function Choice({
  label,
  name,
  options,
  filter,
  choose,
}: {
  readonly label: string
  readonly name: 'supplier' | 'country' | 'kind' | 'reason' | 'marked'
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly filter: QueueFilter
  readonly choose: (changed: Partial<QueueFilter>) => void
}): JSX.Element {
  const value = filter[name]
  const isKnown = value === '' || options.some(([each]) => each === value)
  return (
    <SelectField
      label={label}
      value={value}
      onInput={(chosen) => choose({ [name]: chosen })}
      options={[['', 'All'], ...(isKnown ? [] : [[value, value] as const]), ...options]}
    />
  )
}

/** A field whose value counts after a pause in typing. */
function TypedField({ value, onInput, ...field }: TextFieldProps): JSX.Element {
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  useEffect(() => {
    if (draft === value) return undefined
    const pause = setTimeout(() => onInput(draft), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [draft])
  return <TextField {...field} value={draft} onInput={setDraft} />
}

/** Says how many filters are on. */
function summaryOf({ order: _, ...filter }: QueueFilter): string {
  const on = Object.values(filter).filter((value) => value !== '').length
  return on === 0 ? '' : `${on} ${on === 1 ? 'filter is' : 'filters are'} on`
}
