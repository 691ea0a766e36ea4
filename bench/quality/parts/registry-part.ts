import { evaluateParis } from '../../feeds/evaluate-paris.ts'
import type { Part, PartResult } from '../../harness/part.ts'
import { barRow, plainRow } from '../../harness/row.ts'

/** Measures the clustering of four real feeds of one city in a whole registry. */
export const registryPart: Part = {
  name: 'registry',
  needsData: true,
  run: async ({ data = '', say }): Promise<PartResult> => {
    say('registry: the Paris feeds')
    const found = evaluateParis(data)
    const id = (name: string): string => `registry.${name}`
    return {
      n: found.records,
      rows: [
        plainRow(id('records'), 'Paris: records imported', found.records, 'count'),
        plainRow(id('positives'), '... positive pairs', found.positives, 'count'),
        plainRow(id('negatives'), '... negative pairs between suppliers', found.negatives, 'count'),
        barRow(id('same-utpid'), 'Paris: positives with one UTPID', found.sameUtpid, 'fraction', ['>=', 0.9]),
        plainRow(id('same-utpid-or-alert'), '... or an alert', found.sameUtpidOrAlert, 'fraction'),
        barRow(id('wrongly-joined'), 'Paris: negatives with one UTPID', found.wronglyJoined, 'fraction', ['<=', 0.002]),
        barRow(id('alerts'), 'Paris: open alerts per 1,000 records', found.alertsPer1000Records, 'count', ['<=', 100]),
        barRow(id('alert-precision'), '... of labelled ones, true', found.labelledAlertPrecision, 'fraction', [
          '>=',
          0.4,
        ]),
        plainRow(id('cluster-f1'), 'Paris: cluster F1 (B-cubed) of labelled records', found.clusterF1, 'fraction'),
        plainRow(id('cluster-precision'), '... precision', found.clusterPrecision, 'fraction'),
        plainRow(id('cluster-recall'), '... recall', found.clusterRecall, 'fraction'),
      ],
    }
  },
}
