import { evaluateParis, type ParisEvaluation } from '../feeds/evaluate-paris.ts'
import { PARIS_FEEDS } from '../feeds/paris-feeds.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'

/** Measures the clustering of four real Paris feeds, and the blocking recall if one of the feeds has no coordinates. */
export const registryPart: Part = {
  name: 'registry',
  needsData: true,
  run: async ({ data = '', say }): Promise<PartResult> => {
    say('registry: the Paris feeds')
    const whole = evaluateParis(data)
    const withoutCoordinates = PARIS_FEEDS.map(({ source }) => {
      say(`registry: ${source} without its coordinates`)
      return { source, recall: evaluateParis(data, ['--hide-in', `${source}:coordinates`]).blockingRecall }
    })
    return { n: whole.records, rows: [...wholeRows(whole), ...blockingRows(withoutCoordinates)] }
  },
}

function wholeRows(found: ParisEvaluation): Row[] {
  const id = (name: string): string => `registry.${name}`
  const { records, positives, negatives } = found
  return [
    plainRow(id('records'), 'Paris: records imported', records, 'count'),
    plainRow(id('positives'), 'Paris: positive pairs', positives, 'count'),
    plainRow(id('negatives'), 'Paris: cross-source negative pairs', negatives, 'count'),
    barRow(id('same-utpid'), 'Paris: positives with one UTPID', found.sameUtpid, 'fraction', ['>=', 0.8]),
    barRow(id('same-utpid-or-alert'), '... or an alert', found.sameUtpidOrAlert, 'fraction', ['>=', 0.92]),
    barRow(id('alerts'), 'Paris: open alerts per 1,000 records', found.alertsPer1000Records, 'count', ['<=', 150]),
    barRow(id('wrongly-joined'), 'Paris: negatives with one UTPID', found.wronglyJoined, 'fraction', ['<=', 0.01]),
    barRow(id('blocking-recall'), 'Paris: blocking recall', found.blockingRecall, 'fraction', ['>=', 0.98]),
    plainRow(id('alert-precision'), 'Paris: precision of labelled alerts', found.labelledAlertPrecision, 'fraction'),
  ]
}

function blockingRows(recalls: readonly { readonly source: string; readonly recall: number }[]): Row[] {
  const mean = recalls.reduce((sum, { recall }) => sum + recall, 0) / recalls.length
  return [
    ...recalls.map(({ source, recall }) =>
      plainRow(
        `registry.blocking-recall-without-coordinates.${source}`,
        `Paris: blocking recall, ${source} without coordinates`,
        recall,
        'fraction',
      ),
    ),
    barRow(
      'registry.blocking-recall-without-coordinates',
      'Paris: blocking recall, mean over a feed without coordinates',
      mean,
      'fraction',
      ['>=', 0.95],
    ),
  ]
}
