import type { DuplicateAlert } from '@utpid/core'
import { confidenceText, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { cut, LINE_CHARACTERS } from '../text/table.ts'

/** Alerts for people: each with its two products below it. */
export function alertsText(alerts: readonly DuplicateAlert[]): string {
  return alerts.map(alertText).join('\n')
}

function alertText({
  alertId,
  utpids,
  names,
  confidence,
  gain,
  status,
  detectedAt,
  resolvedAt,
  copies,
  crowded,
}: DuplicateAlert): string {
  const since = resolvedAt === null ? `since ${detectedAt.slice(0, 10)}` : `on ${resolvedAt.slice(0, 10)}`
  const lines = [
    `${alertId}  ${status} ${since}, confidence ${confidenceText(confidence)}, gain ${gain.toFixed(1)}`,
    `  ${utpids[0]}  ${names[0]}`,
    `  ${utpids[1]}  ${names[1]}`,
    ...(typeof copies !== 'number'
      ? []
      : [
          `  ${whole(copies)} records of one supplier say the same under as many codes; a decision is about all of them.`,
        ]),
    ...(crowded
      ? ['  They were one product until too many records carried their keys; nothing compares them any more.']
      : []),
  ]
  return lines.map((line) => `${cut(printable(line), LINE_CHARACTERS)}\n`).join('')
}
