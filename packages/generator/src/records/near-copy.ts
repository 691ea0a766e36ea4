import { SEVERAL_CODES } from '../noise/noise-table.ts'
import { moveInAnyDirection, pinOf, roundedDegrees } from '../places/pin.ts'
import type { Random } from '../random/random.ts'
import { misspell } from '../variation/misspell.ts'
import { inLetters, inSentenceCase, punctuated, withoutDiacritics } from '../variation/writing.ts'
import type { RecordDraft } from './record-draft.ts'

/** Words for the board, the type of room or the terms of a contract. They do not distinguish two lodgings. */
const CONTRACT_WORDS: readonly string[] = [
  'Room Only',
  'RO',
  'Bed & Breakfast',
  'BB',
  'Half Board',
  'HB',
  'Full Board',
  'FB',
  'All Inclusive',
  'AI',
  'Double Room',
  'Standard Rooms',
  'Superior Rooms',
  'Family Room',
  'Non Refundable',
  'NRF',
]
const DECIMALS = 5

function withContractWord(random: Random, name: string): string {
  const word = random.pick(CONTRACT_WORDS)
  return random.pick([`${name} - ${word}`, `${name} (${word})`, `${name} ${word}`, `${name}, ${word}`])
}

/** Writes a name in another way: in other letters, with other punctuation, without accents or with a typing error. */
function respelt(random: Random, name: string): string {
  const words = name.split(' ')
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  const choices = [
    inLetters(name, 'upper'),
    inSentenceCase(name),
    withoutDiacritics(name),
    punctuated(random, name),
    words.map((word) => (word === longest ? misspell(random, word) : word)).join(' '),
  ].filter((choice) => choice !== name)
  return choices.length === 0 ? name : random.pick(choices)
}

/**
 * Turns a supplier's row into the row of a further code of the same lodging, as a wholesaler writes it for another
 * contract. Some rows differ only by their code.
 */
export function writeNearCopy(draft: RecordDraft, random: Random): void {
  if (random.chance(SEVERAL_CODES.otherSpelling)) draft.name = respelt(random, draft.name)
  if (random.chance(SEVERAL_CODES.contractWord)) draft.name = withContractWord(random, draft.name)
  if (draft.lat === undefined || draft.lon === undefined || !random.chance(SEVERAL_CODES.moved)) return
  const meters = random.between(1, SEVERAL_CODES.movedMeters)
  const moved = moveInAnyDirection(random, pinOf([draft.lat, draft.lon]), meters)
  draft.lat = roundedDegrees(moved.latitude, DECIMALS)
  draft.lon = roundedDegrees(moved.longitude, DECIMALS)
}
