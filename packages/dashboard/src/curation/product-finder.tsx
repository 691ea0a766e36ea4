import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { api } from '../data/api/api.ts'
import { useRequest } from '../data/hooks/use-request.ts'
import { TextField } from '../ui/field.tsx'
import { countryName } from '../ui/show-values.ts'
import { Failure, Loading } from '../ui/states.tsx'

export type FoundProduct = Pick<Answers['search']['results'][number], 'utpid' | 'name' | 'location'>

const SHOWN = 8
const TYPING_MS = 180

interface ProductFinderProps {
  readonly label: string
  /** The product that cannot be chosen. */
  readonly except: string
  readonly chosen: FoundProduct | undefined
  readonly onChoose: (product: FoundProduct | undefined) => void
}

/** A search box for choosing one product. */
export function ProductFinder({ label, except, chosen, onChoose }: ProductFinderProps): JSX.Element {
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const group = useId()
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const asked = useRequest(
    (signal) => api.search({ q: query, limit: SHOWN + 1 }, { signal }),
    query === '' ? undefined : query,
  )
  const found = (asked.data?.results ?? []).filter(({ utpid }) => utpid !== except).slice(0, SHOWN)
  const isFor = query === '' ? [] : found
  const shown = chosen === undefined || isFor.some(({ utpid }) => utpid === chosen.utpid) ? isFor : [chosen, ...isFor]
  return (
    <>
      <TextField
        label={label}
        type="search"
        value={typed}
        onInput={setTyped}
        placeholder="Name, city, supplier code, UTPID …"
      />
      {asked.error !== undefined && <Failure error={asked.error} onRetry={asked.refresh} />}
      {asked.isLoading && <Loading label="Search" />}
      {shown.length > 0 && (
        <fieldset class="choices">
          <legend class="legend">Found products</legend>
          {shown.map((product) => (
            <label key={product.utpid} class="check">
              <input
                type="radio"
                name={group}
                checked={product.utpid === chosen?.utpid}
                onChange={() => onChoose(product)}
              />
              <span>
                {product.name}{' '}
                <span class="dim">
                  {placeText(product)} <span class="mono">{product.utpid}</span>
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {query !== '' && !asked.isLoading && asked.error === undefined && isFor.length === 0 && (
        <p class="dim" role="status">
          No other product found.
        </p>
      )}
    </>
  )
}

function placeText({ location: { city, country } }: FoundProduct): string {
  return [city, country === 'ZZ' ? '' : countryName(country)].filter(Boolean).join(', ')
}
