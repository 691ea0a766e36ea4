import { fold } from '@utpid/core/scoring'
import { Index } from 'flexsearch'

const NAME_CHARACTERS = 60
/** Maximum matching names that one search ranks. */
const MAX_FOUND = 500

interface Name<Thing> {
  readonly folded: string
  readonly thing: Thing
  /** Orders names with an equally good match, highest weight first. */
  readonly weight: number
}

/** Finds things by the beginning of any word in a name, ignoring case and accents. */
export class NameIndex<Thing> {
  readonly #index: Index = new Index({
    tokenize: 'forward',
    encode: (text: string) => text.split(' '),
    fastupdate: false,
    resolution: 1,
  })
  readonly #names: Name<Thing>[] = []

  /** @param names - The main name first, then aliases. Add the things with the highest weight first. */
  add(thing: Thing, names: Iterable<string>, weight: number): void {
    const known = new Set<string>()
    for (const name of names) {
      const folded = fold(name).slice(0, NAME_CHARACTERS)
      if (folded === '' || known.has(folded)) continue
      const isFirst = known.size === 0
      known.add(folded)
      this.#index.add(this.#names.length, folded)
      this.#names.push({ folded, thing, weight: isFirst ? weight : weight / 2 })
    }
  }

  /** Returns the best things first, without duplicates. */
  find(query: string, limit: number): Thing[] {
    const foldedQuery = fold(query)
    const found = (this.#index.search(foldedQuery, { limit: MAX_FOUND }) as number[]).flatMap(
      (at) => this.#names[at] ?? [],
    )
    const ranked = found.sort(
      (a, b) => rankOf(b.folded, foldedQuery) - rankOf(a.folded, foldedQuery) || b.weight - a.weight,
    )
    return [...new Set(ranked.map(({ thing }) => thing))].slice(0, limit)
  }
}

/** Returns how well a name matches: exactly, by its beginning, or by the beginning of one of its words. */
function rankOf(name: string, foldedQuery: string): number {
  if (name === foldedQuery) return 2
  return name.startsWith(foldedQuery) ? 1 : 0
}
