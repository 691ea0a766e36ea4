import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures, RecordFeatures } from '../../features/record-features.ts'
import type { Comparison } from '../comparison.ts'

const LEVELS = ['same', 'unknown', 'one_sided', 'conflicting'] as const

/** Words that distinguish parts or branches of a place. Words on different sides of an axis exclude each other. */
const AXES: readonly (readonly (readonly string[])[])[] = [
  [
    ['north', 'nord', 'norte', 'nordre'],
    ['south', 'sud', 'sur', 'sul', 'sued'],
    ['east', 'est', 'este', 'ost', 'leste'],
    ['west', 'ouest', 'oeste', 'ovest'],
  ],
  [
    ['airport', 'aeroport', 'aeropuerto', 'aeroporto', 'flughafen', 'roissy'],
    ['centre', 'downtown', 'city', 'midtown'],
  ],
  [['terminal'], ['plaza']],
]
/** Words that name a part of a place, not the place itself. */
const PARTS: readonly string[] =
  'annex annexe annexes anexo dependance nebengebaude gym fitness parking kids club casino golf restaurant ristorante restaurante bar cafe brasserie spa'.split(
    ' ',
  )

/** The position of a word on an axis, or `part`. Each word has only one meaning. */
type Meaning = readonly [axis: number, side: number] | 'part'

/** The meanings of the words that distinguish parts or branches. */
const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...AXES.flatMap((sides, axis) => sides.flatMap((words, side) => words.map((word) => [word, [axis, side]] as const))),
  ...PARTS.map((word) => [word, 'part'] as const),
])

interface Qualifiers {
  readonly sides: ReadonlyMap<number, ReadonlySet<number>>
  readonly parts: ReadonlySet<string>
}

/**
 * Compares words that distinguish parts or branches of one place: `North` and `South`, airport and centre, annex, spa.
 */
export const qualifierComparison: Comparison = {
  name: 'qualifier',
  description: 'Whether words such as North, Airport or Annex distinguish the two products.',
  levels: LEVELS,
  monotoneLevels: [['same', 'one_sided', 'conflicting']],
  isPresent: (record) => qualifiersOf(record) !== NONE,
  oneSideIsEnough: true,
  cost: 4,
  compare: (left, right) => {
    if (left.names.length === 0 || right.names.length === 0) return 'unknown'
    const a = qualifiersOf(left)
    const b = qualifiersOf(right)
    for (const [axis, sides] of a.sides) {
      const others = b.sides.get(axis)
      if (others !== undefined && ![...sides].some((side) => others.has(side))) return 'conflicting'
    }
    if (a.parts.size === 0 && b.parts.size === 0) return a.sides.size + b.sides.size === 0 ? 'unknown' : sameSides(a, b)
    for (const part of a.parts) if (b.parts.has(part)) return 'same'
    return 'one_sided'
  },
  show: ({ name }) => name,
}

function sameSides(a: Qualifiers, b: Qualifiers): 'same' | 'unknown' {
  for (const axis of a.sides.keys()) if (b.sides.has(axis)) return 'same'
  return 'unknown'
}

const NONE: Qualifiers = { sides: new Map(), parts: new Set() }
/** Cache of qualifiers by name: one name is compared many times. */
const qualifiersByName = new CachedValue<NameFeatures, Qualifiers>()

function qualifiersOf({ names: [name] }: RecordFeatures): Qualifiers {
  if (name === undefined) return NONE
  let qualifiers = qualifiersByName.get(name)
  if (qualifiers === undefined) {
    qualifiers = qualifiersIn(name)
    qualifiersByName.set(name, qualifiers)
  }
  return qualifiers
}

function qualifiersIn({ words }: NameFeatures): Qualifiers {
  let found: { sides: Map<number, Set<number>>; parts: Set<string> } | undefined
  for (const { text } of words) {
    const meaning = meanings.get(text)
    if (meaning === undefined) continue
    found ??= { sides: new Map(), parts: new Set() }
    if (meaning === 'part') {
      found.parts.add(text)
      continue
    }
    const [axis, side] = meaning
    const known = found.sides.get(axis) ?? new Set()
    found.sides.set(axis, known.add(side))
  }
  return found ?? NONE
}
