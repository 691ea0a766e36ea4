import { evaluateParis, PARIS_FEEDS } from '../feeds/paris.ts'
import { dataPart } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { mean } from '../harness/statistics.ts'

const HIDDEN_PLACE = 'blocking-recall-without-coordinates'

/** Measures the clustering of four real Paris feeds, and the blocking recall if one of the feeds has no coordinates. */
export const registryPart = dataPart('registry', async ({ data, say }) => {
  say('registry: the Paris feeds')
  const found = evaluateParis(data)
  const recalls = PARIS_FEEDS.map(({ source }) => {
    say(`registry: ${source} without its coordinates`)
    return { source, recall: evaluateParis(data, ['--hide-in', `${source}:coordinates`]).blockingRecall }
  })
  const meanRecall = mean(recalls.map(({ recall }) => recall))
  const rows = below('registry', [
    ['records', 'Paris: records imported', found.records, 'count'],
    ['positives', 'Paris: positive pairs', found.positives, 'count'],
    ['negatives', 'Paris: cross-source negative pairs', found.negatives, 'count'],
    ['same-utpid', 'Paris: positives with one UTPID', found.sameUtpid, 'fraction', '>= 0.8'],
    ['same-utpid-or-alert', '... or an alert', found.sameUtpidOrAlert, 'fraction', '>= 0.92'],
    ['alerts', 'Paris: open alerts per 1,000 records', found.alertsPer1000Records, 'count', '<= 150'],
    ['wrongly-joined', 'Paris: negatives with one UTPID', found.wronglyJoined, 'fraction', '<= 0.01'],
    ['blocking-recall', 'Paris: blocking recall', found.blockingRecall, 'fraction', '>= 0.98'],
    ['alert-precision', 'Paris: precision of labelled alerts', found.labelledAlertPrecision, 'fraction'],
    ...recalls.map(({ source, recall }): Figure => {
      return [`${HIDDEN_PLACE}.${source}`, `Paris: blocking recall, ${source} without coordinates`, recall, 'fraction']
    }),
    [HIDDEN_PLACE, 'Paris: blocking recall, mean over a feed without coordinates', meanRecall, 'fraction', '>= 0.95'],
  ])
  return { n: found.records, rows }
})
