import type { NameFeatures, NameWord, RecordFeatures } from '../features/record-features.ts'
import type { LevelScore, PairScorer } from '../scoring/score-pair.ts'

export interface RecordDrift {
  readonly kind: 'rebrand' | 'move' | 'reuse'
  readonly confidence: number
}
export type Verdict = 'same' | 'doubtful' | 'other'

export function aspects(before: RecordFeatures, after: RecordFeatures, scorer: PairScorer) {
  const earlier = withoutOwnCode(before)
  const later = withoutOwnCode(after)
  const { confidence } = scorer.score(earlier, later)
  const levels = new Map(scorer.levels(earlier, later).map(({ comparison, level }) => [comparison.name, level]))
  const city = scorer.levels({...earlier, coordinates: undefined} as any, later).find(({comparison})=>comparison.name==='city')?.level ?? 'unknown'
  levels.set('city', city)
  return { confidence, levels, name: nameVerdict(earlier, later, levels), votes: placeVotes(levels) }
}

function withoutOwnCode({ supplier, ...rest }: RecordFeatures): RecordFeatures {
  return { ...rest, identifiers: rest.identifiers.filter(({ scheme }) => scheme !== supplier) }
}

function nameVerdict(before: RecordFeatures, after: RecordFeatures, levels: Map<string,string>): Verdict {
  const level = levels.get('name') ?? 'unknown'
  const others = ['nothing_shared', 'little_shared']
  if (others.includes(level)) return before.names.some((a) => after.names.some((b) => isComparable(a, b))) ? 'other' : 'same'
  if (['half_same', 'some_shared'].includes(level)) return 'doubtful'
  if (levels.get('number')?.startsWith('different') || levels.get('brand') === 'different') return 'doubtful'
  return 'same'
}

function isComparable(a: NameFeatures, b: NameFeatures): boolean {
  const ofA = a.words.filter(isCore), ofB = b.words.filter(isCore)
  if (ofA.length === 0 || ofB.length === 0) return false
  return ofA.some(isLatin) === ofB.some(isLatin)
}
function isCore(word: NameWord): boolean {
  return word.kind !== 'article' && word.kind !== 'generic' && !word.ofCity
}
const isLatin = ({ text }: NameWord) => /[a-z0-9]/.test(text)

const VOTES: Record<string, Record<string, number>> = {
  distance: { same_spot: 2, same_building: 2, same_block: 2, near: 1, same_quarter: 0, same_area: -1.5, same_city: -2.5, elsewhere: -3 },
  address: { same_door: 3, same_street: 1, other_number: -0.5, other_street: -2 },
  postcode: { same: 1, begins: 1, different: -1 },
  city: { same: 0.5, contained: 0.5, different: -1, other_country: -1 },
}
function placeVotes(levels: Map<string,string>): number {
  let v = 0
  for (const [c, t] of Object.entries(VOTES)) v += t[levels.get(c) ?? 'unknown'] ?? 0
  return v
}
