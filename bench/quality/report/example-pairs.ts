import type { MatchDecision } from '@utpid/core'
import { DEFAULT_MODEL, PairScorer, shippedTermFrequency } from '@utpid/core/scoring'
import { readRecord, storedFeatures, type WaterfallStep } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'

/** Two invented records and their score. */
export interface ExamplePair {
  readonly title: string
  /** A person's judgement, and why the pair is an example. */
  readonly story: string
  readonly a: string
  readonly b: string
  readonly confidence: number
  readonly decision: MatchDecision
  readonly vetoed: boolean
  readonly steps: readonly WaterfallStep[]
}

interface Invented {
  readonly title: string
  readonly story: string
  readonly a: Readonly<Record<string, unknown>>
  readonly b: Readonly<Record<string, unknown>>
}

const CITY = { category: 'hotel', city: 'Wien', country: 'AT' }

/** All records are invented, since the records of the measured sets may not be displayed. */
const INVENTED: readonly Invented[] = [
  {
    title: 'One house, written twice',
    story: 'Capitals, another order of words and a pin at the back door: every sign agrees.',
    a: {
      ...CITY,
      name: 'Hotel Zum Silbernen Biber',
      lat: 48.2071,
      lon: 16.3702,
      address: 'Bibergasse 12',
      postcode: '1010',
    },
    b: {
      ...CITY,
      name: 'SILBERNER BIBER WIEN',
      lat: 48.2073,
      lon: 16.3704,
      address: 'Bibergasse 12',
      postcode: '1010',
    },
  },
  {
    title: 'Two houses, one name but for a number',
    story:
      'They are next door to each other and have nearly the same name. The number tells them apart, whatever else agrees.',
    a: {
      ...CITY,
      name: 'Apartments Biberhof 1',
      lat: 48.2071,
      lon: 16.3702,
      address: 'Bibergasse 14',
      postcode: '1010',
    },
    b: {
      ...CITY,
      name: 'Apartments Biberhof 2',
      lat: 48.2072,
      lon: 16.3703,
      address: 'Bibergasse 16',
      postcode: '1010',
    },
  },
  {
    title: 'One house under its new name: missed',
    story:
      'It was sold and renamed. The place still agrees, but the names have nothing in common, and there is no telephone number.',
    a: {
      ...CITY,
      name: 'Hotel Zum Silbernen Biber',
      lat: 48.2071,
      lon: 16.3702,
      address: 'Bibergasse 12',
      postcode: '1010',
    },
    b: { ...CITY, name: 'Quartier Aurelia', lat: 48.2078, lon: 16.371, address: 'Am Bibertor', postcode: '1010' },
  },
]

/** Scores the examples with the shipped model. */
export function examplePairs(): ExamplePair[] {
  const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
  const gazetteer = loadGazetteer()
  const { thresholds } = DEFAULT_MODEL
  return INVENTED.map(({ title, story, a, b }) => {
    const [left, right] = [a, b].map((row) => {
      const read = readRecord(row, { hidden: [], gazetteer })
      if ('reason' in read) throw new Error(`An example is not a valid record: ${read.reason}`)
      return storedFeatures(read.record, true, gazetteer)
    }) as [ReturnType<typeof storedFeatures>, ReturnType<typeof storedFeatures>]
    const { confidence, vetoed } = scorer.score(left, right)
    const said = scorer.levels(left, right).filter(({ level }) => level !== 'unknown')
    return {
      title,
      story,
      a: textOf(a),
      b: textOf(b),
      confidence,
      vetoed,
      decision: confidence >= thresholds.match ? 'match' : confidence >= thresholds.review ? 'review' : 'none',
      steps: [
        { what: 'before anything is compared', bits: scorer.priorOf(left, right) },
        ...said.map(({ comparison, level, bits }) => ({
          what: `${comparison.name}: ${level.replaceAll('_', ' ')}`,
          bits,
        })),
      ],
    }
  })
}

function textOf(record: Readonly<Record<string, unknown>>): string {
  return `${record.name}, ${record.address}`
}
