import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { Button } from '../../ui/button.tsx'
import { Check, SelectField, TextField } from '../../ui/field.tsx'
import { count, countryName, words } from '../../ui/show-values.ts'
import type { Filters } from './filters.ts'

interface SearchFiltersProps {
  readonly filters: Filters
  /** Statistics of the whole registry, with the number of products for each choice. */
  readonly stats: Answers['stats'] | undefined
  readonly onChoose: (changed: Partial<Filters>) => void
}

export function SearchFilters({ filters, stats, onChoose }: SearchFiltersProps): JSX.Element {
  const { products, suppliers } = stats ?? {}
  return (
    <div class="filters">
      <SelectField
        label="Category"
        value={filters.type}
        onInput={(type) => onChoose({ type })}
        options={options(filters.type, products?.byCategory, words)}
      />
      <SelectField
        label="Country"
        value={filters.country}
        onInput={(country) => onChoose({ country })}
        options={options(filters.country, products?.byCountry, countryName)}
      />
      <SelectField
        label="Supplier"
        value={filters.supplier}
        onInput={(supplier) => onChoose({ supplier })}
        options={[
          ['', 'All'],
          ...(suppliers?.top ?? []).map(
            ({ id, name, products: number }) => [id, `${name} (${count(number)})`] as const,
          ),
        ]}
      />
      <TextField
        label="City or destination"
        value={filters.destination || filters.city}
        onInput={(destination) => onChoose({ destination, city: '' })}
      />
      <Check
        label="Verified only"
        isChecked={filters.verified === 'true'}
        onInput={(isChecked) => onChoose({ verified: isChecked ? 'true' : '' })}
      />
      <div>
        <Button
          kind="quiet"
          isSmall
          onPress={() => onChoose({ type: '', country: '', supplier: '', city: '', destination: '', verified: '' })}
        >
          Clear filters
        </Button>
      </div>
    </div>
  )
}

/** Returns the choices with counts, largest first. The list includes the selected choice even without products. */
function options(
  chosen: string,
  counts: Readonly<Record<string, number>> | undefined,
  show: (value: string) => string,
): (readonly [string, string])[] {
  const known = Object.entries(counts ?? {}).sort(([, a], [, b]) => b - a)
  const rows = known.map(([value, number]) => [value, `${show(value)} (${count(number)})`] as const)
  const isKnown = chosen === '' || known.some(([value]) => value === chosen)
  return [['', 'All'], ...(isKnown ? [] : [[chosen, show(chosen)] as const]), ...rows]
}
