import { fold } from '@utpid/core'
import { Index } from 'flexsearch'

const NAME_CHARACTERS = 60
/** Names that are looked at for one answer, of those found. */
const FOUND_MOST = 500

interface Name<Thing> {
  readonly folded: string
  readonly thing: Thing
  /** Of two that fit alike the higher one comes first. */
  readonly weight: number
}

/** Finds things by the beginnings of the words of their names, whatever their case and accents. */
export class NameIndex<Thing> {
  readonly #index: Index = new Index({
    tokenize: 'forward',
    encode: (text: string) => text.split(' '),
    fastupdate: false,
    resolution: 1,
  })
  readonly #names: Name<Thing>[] = []

  /** @param names - The first one is what it is called; others are found after it. Add what weighs most first. */
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

  /** The best ones first, each once. */
  find(query: string, limit: number): Thing[] {
    const asked = fold(query)
    const found = (this.#index.search(asked, { limit: FOUND_MOST }) as number[]).flatMap((at) => this.#names[at] ?? [])
    const ranked = found.sort((a, b) => fit(b.folded, asked) - fit(a.folded, asked) || b.weight - a.weight)
    return [...new Set(ranked.map(({ thing }) => thing))].slice(0, limit)
  }
}

/** How well a name fits: it is what was asked, it begins so, or one of its words does. */
function fit(name: string, asked: string): number {
  if (name === asked) return 2
  return name.startsWith(asked) ? 1 : 0
}
