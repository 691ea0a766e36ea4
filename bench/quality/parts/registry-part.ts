import { evaluateParis } from '../../feeds/paris.ts'
import { dataPart } from '../../harness/part.ts'
import { below } from '../../harness/row.ts'
import { TARGETS, towards } from '../targets/targets.ts'

/** Measures the clustering of four real feeds of one city in a whole registry. */
export const registryPart = dataPart('registry', async ({ data, say }) => {
  say('registry: the Paris feeds')
  const found = evaluateParis(data)
  const wronglyJoined = Math.round(found.wronglyJoined * found.negatives)
  const rows = below('registry', [
    ['records', 'Paris: records imported', found.records, 'count'],
    ['positives', '... positive pairs', found.positives, 'count'],
    ['negatives', '... negative pairs between suppliers', found.negatives, 'count'],
    towards(TARGETS.parisSameUtpid, [
      'same-utpid',
      'Paris, contacts hidden: positives with one UTPID',
      found.sameUtpid,
      'fraction',
    ]),
    ['same-utpid-or-alert', '... or an alert', found.sameUtpidOrAlert, 'fraction'],
    ['wrongly-joined', 'Paris: negatives with one UTPID', wronglyJoined, 'count', '= 0'],
    towards(TARGETS.parisAlerts, [
      'alerts',
      'Paris: open alerts per 1,000 records',
      found.alertsPer1000Records,
      'count',
    ]),
    ['alert-precision', '... of labelled ones, true', found.labelledAlertPrecision, 'fraction', '>= 0.4'],
    ['cluster-f1', 'Paris: cluster F1 (B-cubed) of labelled records', found.clusterF1, 'fraction'],
    ['cluster-precision', '... precision', found.clusterPrecision, 'fraction'],
    ['cluster-recall', '... recall', found.clusterRecall, 'fraction'],
  ])
  return { n: found.records, rows }
})
