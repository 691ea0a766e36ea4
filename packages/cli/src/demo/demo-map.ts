import type { MatchInput, MatchResult, Registry, SupplierRecord } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { placeText } from '../render/place-text.ts'
import { confidenceText, counted } from '../text/number-text.ts'
import { table } from '../text/table.ts'

const INPUTS = 50
const PAGE = 100
const ROWS = 6

/** Maps a batch of records with name and address only, without any identifier. */
export async function demoMap(registry: Registry): Promise<string> {
  const inputs = await takeInputs(registry)
  const results = await registry.mapBatch(inputs)
  const counts = { match: 0, review: 0, none: 0 }
  for (const { decision } of results) if (decision !== null) counts[decision] += 1
  const summary = `${counted(inputs.length, 'input')}: ${counts.match} match, ${counts.review} review, ${counts.none} none`
  return `${summary}\n${table(
    [
      { title: '  name', maxColumns: 36 },
      { title: 'place', maxColumns: 18 },
      { title: 'decision' },
      { title: 'utpid or best' },
      { title: 'confidence', align: 'right' },
    ],
    examplesOf(results, inputs).map(([input, result]) => [
      `  ${input.name}`,
      placeText(input.location ?? {}),
      result.decision ?? 'error',
      result.utpid ?? (result.matches[0] === undefined ? '' : `${result.matches[0].utpid} ?`),
      confidenceText(result.confidence),
    ]),
  )}`
}

/** Returns a few results for each kind of match decision. */
function examplesOf(results: readonly MatchResult[], inputs: readonly MatchInput[]): [MatchInput, MatchResult][] {
  const rows = inputs.map((input, at): [MatchInput, MatchResult] => [input, results[at] as MatchResult])
  const of = (decision: MatchResult['decision']): [MatchInput, MatchResult][] =>
    rows.filter(([, result]) => result.decision === decision)
  const few = [...of('none').slice(0, 1), ...of('review').slice(0, 2)]
  return [...of('match').slice(0, ROWS - few.length), ...few]
}

async function takeInputs(registry: Registry): Promise<MatchInput[]> {
  const { products: total } = await registry.stats()
  const step = Math.max(1, Math.floor(Math.min(total.total, 10_000 - PAGE) / INPUTS))
  const inputs: MatchInput[] = []
  const types = Object.keys(total.byCategory)
  for (let offset = 0; inputs.length < INPUTS && offset < total.total && offset + 1 <= 10_000; offset += step) {
    const { products } = await registry.search('', { type: types, limit: 1, offset })
    for (const { records } of products) {
      const found = records.at(-1)?.record
      if (found === undefined) continue
      inputs.push(withoutIdentifiers(found))
    }
  }
  return inputs
}

/** Returns name, category and address, without supplier, code, identifier, contact and coordinates. */
function withoutIdentifiers({ name, category, location = {} }: SupplierRecord): MatchInput {
  const { coordinates: _, precisionMeters: __, ...address } = location
  return { name, ...defined({ category }), location: address }
}
