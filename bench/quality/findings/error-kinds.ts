import type { LevelScore } from '@utpid/core/scoring'

/** A kind of error, by the comparison levels of the pair. */
export interface ErrorKind {
  /** Part of the row ids. */
  readonly id: string
  readonly what: string
  /** Whether the records contradict the label, so that even two people would not agree on it. */
  readonly isDoubtful: boolean
}

interface Rule extends ErrorKind {
  readonly holds: (pair: Levels) => boolean
}

type Levels = ReadonlyMap<string, string>

const SAME_NAME = ['identical_rare', 'identical', 'same_core_rare', 'same_core']
const PART_OF_NAME = ['contained_rare', 'contained', 'same_core_other_kind']
const NEAR = ['within_10_m', 'within_30_m', 'within_60_m']
const WITHIN_A_BLOCK = [...NEAR, 'within_100_m', 'within_175_m', 'within_250_m', 'within_imprecision']
const OTHER_DOOR = ['near_number', 'other_number', 'other_street', 'same_number_only']

function is(pair: Levels, comparison: string, levels: readonly string[]): boolean {
  return levels.includes(pair.get(comparison) ?? 'unknown')
}

function isOneDoor(pair: Levels): boolean {
  return is(pair, 'address', ['same_door']) || (!is(pair, 'address', OTHER_DOOR) && is(pair, 'distance', NEAR))
}

function isElsewhere(pair: Levels): boolean {
  return (
    is(pair, 'address', OTHER_DOOR) || (pair.get('distance') !== 'unknown' && !is(pair, 'distance', WITHIN_A_BLOCK))
  )
}

/** Kinds of false matches. The first rule that fits gives the kind. */
const FALSE_MATCHES: readonly Rule[] = [
  {
    id: 'same-name-one-door',
    what: 'one name at one door, labelled two places',
    isDoubtful: true,
    holds: (pair) => is(pair, 'name', SAME_NAME) && isOneDoor(pair),
  },
  {
    id: 'part-at-one-door',
    what: 'one name within the other at one door: a part of the place, or more words for it',
    isDoubtful: false,
    holds: (pair) => is(pair, 'name', PART_OF_NAME) && isOneDoor(pair),
  },
  {
    id: 'same-name-elsewhere',
    what: 'one name, another door: branches',
    isDoubtful: false,
    holds: (pair) => is(pair, 'name', SAME_NAME),
  },
]
/** Kinds of missed matches. */
const MISSED_MATCHES: readonly Rule[] = [
  {
    id: 'same-name-elsewhere',
    what: 'one name, another door or more than 250 m off, labelled one place',
    isDoubtful: true,
    holds: (pair) => is(pair, 'name', SAME_NAME) && isElsewhere(pair),
  },
  {
    id: 'part-elsewhere',
    what: 'one name within the other, another door or more than 250 m off',
    isDoubtful: false,
    holds: (pair) => is(pair, 'name', PART_OF_NAME) && isElsewhere(pair),
  },
  {
    id: 'part-at-one-door',
    what: 'one name within the other, nearby',
    isDoubtful: false,
    holds: (pair) => is(pair, 'name', [...SAME_NAME, ...PART_OF_NAME]),
  },
  {
    id: 'other-name-one-door',
    what: 'another name at one door',
    isDoubtful: false,
    holds: isOneDoor,
  },
]
const OTHER: ErrorKind = { id: 'other', what: 'anything else', isDoubtful: false }

/** Returns the kinds of false or missed matches, in the order of their rules. The last kind covers all other errors. */
export function errorKinds(isMissed: boolean): readonly ErrorKind[] {
  return [...(isMissed ? MISSED_MATCHES : FALSE_MATCHES), OTHER]
}

/** Returns the kind of an error. */
export function errorKind(isMissed: boolean, levels: readonly LevelScore[]): ErrorKind {
  const pair = new Map(levels.map(({ comparison, level }) => [comparison.name, level]))
  return (isMissed ? MISSED_MATCHES : FALSE_MATCHES).find(({ holds }) => holds(pair)) ?? OTHER
}
