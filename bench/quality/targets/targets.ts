import type { Bar, Figure } from '../../harness/row.ts'

/** The bar that a figure must reach, and the value at which work on it aims; not every figure has an aim. */
export interface Target {
  readonly must: Bar
  readonly aim?: number
}

/** Targets by set: F1 of a model trained on the other city, with and without competing candidates. */
export const OTHER_CITY: Readonly<Record<string, Readonly<Record<'with' | 'without', Target>>>> = {
  'fsq-tor': { with: { must: '>= 0.942', aim: 0.95 }, without: { must: '>= 0.935' } },
  'fsq-edi': { with: { must: '>= 0.952', aim: 0.96 }, without: { must: '>= 0.945' } },
  'yelp-tor': { with: { must: '>= 0.952', aim: 0.96 }, without: { must: '>= 0.945' } },
  'yelp-edi': { with: { must: '>= 0.965', aim: 0.972 }, without: { must: '>= 0.96' } },
}

/** Targets of the other figures of the benchmark. */
export const TARGETS = {
  shippedMeanF1: { must: '>= 0.943', aim: 0.95 },
  overtureTrained: { must: '>= 0.91', aim: 0.92 },
  overtureShipped: { must: '>= 0.88', aim: 0.9 },
  calibration: { must: '<= 0.03', aim: 0.01 },
  precisionAtMatch: { must: '>= 0.985', aim: 0.995 },
  parisSameUtpid: { must: '>= 0.94', aim: 0.96 },
  parisAlerts: { must: '<= 50', aim: 40 },
  countryRecall: { must: '>= 0.93', aim: 0.96 },
  blurredLoss: { must: '<= 0.01', aim: 0 },
  codesSameUtpid: { must: '>= 0.95', aim: 0.98 },
  codesAlerts: { must: '<= 60', aim: 30 },
  boundedPairs: { must: '>= 1000000', aim: 2_000_000 },
  scoredPairs: { must: '>= 200000', aim: 400_000 },
  matchMedian: { must: '<= 0.5', aim: 0.3 },
} as const satisfies Readonly<Record<string, Target>>

/** Returns the figure with the bar of a target. The label gives the aim. */
export function towards({ must, aim }: Target, [id, what, value, unit]: Figure): Figure {
  return [id, aim === undefined ? what : `${what} (aim ${aim})`, value, unit, must]
}
