import { runUtpid } from '../harness/run-child.ts'
import { FRENCH_SOURCE, feedPath, labelPath, PARIS_CITY, PARIS_FEEDS } from './paris-feeds.ts'

/** The figures of `utpid evaluate registry` for the Paris feeds that are used here. */
export interface ParisEvaluation {
  readonly records: number
  readonly positives: number
  readonly negatives: number
  readonly sameUtpid: number
  readonly sameUtpidOrAlert: number
  readonly blockingRecall: number
  readonly clusterPrecision: number
  readonly clusterRecall: number
  readonly clusterF1: number
  readonly wronglyJoined: number
  readonly alertsPer1000Records: number
  readonly labelledAlertPrecision: number
}

/** The fields from which the labels were made. With them the measurement would be circular. */
export const PARIS_HIDDEN = 'phone,website,ref'

/**
 * Imports the Paris feeds into a registry, without the fields from which the labels were made. Evaluates the registry
 * with the labels.
 *
 * @param more - Further arguments of the command.
 */
export function evaluateParis(data: string, more: readonly string[] = []): ParisEvaluation {
  return runUtpid([
    'evaluate',
    'registry',
    '--feeds',
    ...PARIS_FEEDS.map(({ file }) => feedPath(data, file)),
    '--positives',
    labelPath(data, 'positive-pairs'),
    '--negatives',
    labelPath(data, 'cross-source-negative-pairs'),
    '--set',
    'paris',
    '--where',
    `${FRENCH_SOURCE}:city=${PARIS_CITY}`,
    '--hide',
    PARIS_HIDDEN,
    ...more,
  ]) as ParisEvaluation
}
