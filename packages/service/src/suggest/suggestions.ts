import { CATEGORIES, type Gazetteer, type Registry } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import { BRANDS } from '@utpid/core/scoring'
import { NameIndex } from './name-index.ts'

/** A suggestion for a typed text, with its search parameter. */
export interface Suggestion {
  readonly kind: 'place' | 'airport' | 'supplier' | 'brand' | 'category'
  readonly text: string
  /** Country of a place: ISO 3166 alpha-2. */
  readonly country?: string
  /** The search parameter for `value`. */
  readonly parameter: 'destination' | 'supplier' | 'q' | 'type'
  readonly value: string
}

/** Maximum cities in the index, largest first: an index of all cities would need some hundred megabytes. */
const MAX_CITIES = 10_000
const MAX_ALIASES = 24
/** Names to add in one turn of the event loop. Such a turn takes some milliseconds. */
const NAMES_PER_TURN = 300
/** Milliseconds for which the list of suppliers is cached. */
const SUPPLIERS_CACHE_MS = 60_000
const MAX_SUPPLIERS = 10_000

/** Sources of suggestions. */
export interface SuggestionsOptions {
  readonly registry: Pick<Registry, 'suppliers'>
  readonly clock: Clock
  /** The gazetteer with the places to suggest. Absent: no places are suggested. */
  readonly gazetteer?: Gazetteer
  /** Yields to other tasks. */
  readonly yieldNow: () => Promise<void>
}

/** Suggests places, suppliers, brands and categories. The indexes are built on first use. */
export class Suggestions {
  readonly #options: SuggestionsOptions
  #places: Promise<NameIndex<Suggestion>> | undefined
  #kinds: NameIndex<Suggestion> | undefined
  #suppliers: { readonly until: number; readonly index: Promise<NameIndex<Suggestion>> } | undefined

  constructor(options: SuggestionsOptions) {
    this.#options = options
  }

  /** Returns the best suggestions of each kind in turn: suppliers, places, categories and brands. */
  async find(query: string, limit: number): Promise<Suggestion[]> {
    this.#kinds ??= kindsIndex()
    this.#places ??= this.#placesIndex()
    const [suppliers, places] = await Promise.all([this.#suppliersIndex(), this.#places])
    const lists = [suppliers.find(query, limit), places.find(query, limit), this.#kinds.find(query, limit)]
    // Interleave the kinds, so that a thousand places do not hide a supplier.
    const mixed: Suggestion[] = []
    for (let at = 0; mixed.length < limit && at < limit; at++) {
      for (const list of lists) {
        const found = list[at]
        if (found !== undefined && mixed.length < limit) mixed.push(found)
      }
    }
    return mixed
  }

  async #placesIndex(): Promise<NameIndex<Suggestion>> {
    const { gazetteer, yieldNow } = this.#options
    const index = new NameIndex<Suggestion>()
    if (gazetteer === undefined) return index
    const cities = [...gazetteer.cities()].sort((a, b) => b.population - a.population).slice(0, MAX_CITIES)
    let names = 0
    for (const { name, country, aliases, population } of cities) {
      const known = [name, ...aliases.slice(0, MAX_ALIASES)]
      index.add({ kind: 'place', text: name, country, parameter: 'destination', value: name }, known, population)
      names += known.length
      if (names > NAMES_PER_TURN) {
        names = 0
        await yieldNow()
      }
    }
    for (const { iata, name, country } of gazetteer.airports()) {
      index.add({ kind: 'airport', text: name, country, parameter: 'destination', value: iata }, [iata, name], 1)
      if (++names % NAMES_PER_TURN === 0) await yieldNow()
    }
    return index
  }

  /** An index of suppliers that is at most a minute old. */
  #suppliersIndex(): Promise<NameIndex<Suggestion>> {
    const { registry, clock } = this.#options
    const now = clock()
    if (this.#suppliers !== undefined && this.#suppliers.until > now) return this.#suppliers.index
    const build = async (): Promise<NameIndex<Suggestion>> => {
      const index = new NameIndex<Suggestion>()
      for (const { id, name } of (await registry.suppliers()).slice(0, MAX_SUPPLIERS)) {
        index.add({ kind: 'supplier', text: name, parameter: 'supplier', value: id }, [name, id], 1)
      }
      return index
    }
    const index = build()
    this.#suppliers = { until: now + SUPPLIERS_CACHE_MS, index }
    // Retry after a failure.
    index.catch(() => {
      this.#suppliers = undefined
    })
    return index
  }
}

function kindsIndex(): NameIndex<Suggestion> {
  const index = new NameIndex<Suggestion>()
  for (const { slug } of CATEGORIES) {
    const text = slug.replaceAll('_', ' ')
    index.add({ kind: 'category', text, parameter: 'type', value: slug }, [text], 2)
  }
  for (const [, names] of BRANDS) {
    const [first = '', ...others] = names.split('|')
    index.add({ kind: 'brand', text: first, parameter: 'q', value: first }, [first, ...others], 1)
  }
  return index
}
