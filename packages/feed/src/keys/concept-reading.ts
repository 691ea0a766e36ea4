import { CONCEPT_RULES } from './concept-rules.ts'
import { type Concept, type Meanings, meaningsOf } from './concepts.ts'

/** The reading of a name of which all words are known. */
export interface ConceptReading {
  /** The field; undefined if the words together are no field, such as `room number`. */
  readonly target: string | undefined
  readonly omitted: number
}

/** Maximum combinations of meanings that are compared with the rules. */
const MAX_COMBINATIONS = 256

/**
 * Reads a name by the meanings of its words, in any order: `Anzahl der Zimmer`, `zimmeranzahl`, `total rooms`. Words in
 * brackets count if they fit.
 *
 * @param isJoined - Whether a sign or a conjunction joins words: `Calle, número`.
 * @returns undefined if a word is unknown.
 */
export function readConcepts(
  words: readonly string[],
  notes: readonly string[],
  isJoined: boolean,
): ConceptReading | undefined {
  const outside = meaningsOf(words)
  if (outside === undefined || (notes.length === 0 && AMBIGUOUS.has(words.join('')))) return undefined
  const inside = notes.length === 0 ? [] : meaningsOf(notes)
  const signs: Meanings[] = isJoined ? [['joined', 'skip']] : []
  const withNotes = inside === undefined || inside.length === 0 ? undefined : match([...outside, ...inside, ...signs])
  // A note about another thing is part of the name: `Name (owner)`.
  const target =
    withNotes ??
    (inside?.some((each) => each.some((concept) => OTHERS.has(concept))) ? undefined : match([...outside, ...signs]))
  return { target, omitted: words.length - 1 }
}

/** Words that only their values explain. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  'estado site internet posta post nation class classe clase tip art number numero nr no n y x e'.split(' '),
)
const OTHERS: ReadonlySet<Concept> = new Set(['other', 'room', 'contact', 'operator'])

function match(meanings: readonly Meanings[]): string | undefined {
  const sets = combinations(meanings)
  for (const { target, needs, allows } of CONCEPT_RULES) {
    const fits = sets.some(
      (set) =>
        needs.every((concept) => set.has(concept)) &&
        [...set].every((concept) => allows.has(concept) || needs.includes(concept)),
    )
    if (fits) return target
  }
  return undefined
}

/** Returns the sets of meanings, one meaning for each word. */
function combinations(meanings: readonly Meanings[]): ReadonlySet<Concept>[] {
  let sets: Concept[][] = [[]]
  for (const each of meanings) {
    const next = sets.flatMap((set) => each.map((concept) => [...set, concept]))
    if (next.length > MAX_COMBINATIONS) return []
    sets = next
  }
  return sets.map((set) => new Set(set))
}
