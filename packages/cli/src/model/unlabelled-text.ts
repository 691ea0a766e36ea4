import type { UnlabelledModel } from '@utpid/training'
import { whole } from '../text/number-text.ts'

/** The estimates of a training without labels. */
export type UnlabelledFigures = Omit<UnlabelledModel, 'model'>

export function unlabelledText({ records, candidates, matches, expected }: UnlabelledFigures): string {
  const percent = (share: number | null): string => (share === null ? '-' : `${(100 * share).toFixed(1)} %`)
  return (
    `${whole(records)} records, ${whole(candidates)} candidates, about ${whole(Math.round(matches))} matches.\n` +
    `Expected, not measured: ${percent(expected.precision)} of ${whole(expected.links)} candidates at match are right, ` +
    `${percent(expected.recall)} of the matches are linked; F1 at pair ${expected.f1?.toFixed(3) ?? '-'}.\n`
  )
}
