import type { DuplicateAlert } from '@utpid/core'
import type { AlertGroupCount, AlertMark } from '@utpid/core/operations'
import { dayText } from '../text/moment-text.ts'
import { confidenceText, counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { cut, LINE_CHARACTERS } from '../text/table.ts'

/** Formats alerts for people, each with its two products below. */
export function alertsText(alerts: readonly DuplicateAlert[]): string {
  return alerts.map(alertText).join('\n')
}

function alertText({
  alertId,
  utpids,
  names,
  confidence,
  informationGain,
  status,
  detectedAt,
  resolvedAt,
  copies,
  skippedKeys,
  bookings,
  marks = [],
}: DuplicateAlert): string {
  const since = resolvedAt === null ? `since ${dayText(detectedAt)}` : `on ${dayText(resolvedAt)}`
  const lines = [
    `${alertId}  ${status} ${since}, confidence ${confidenceText(confidence)}, gain ${informationGain.toFixed(1)}`,
    `  ${utpids[0]}  ${names[0]}`,
    `  ${utpids[1]}  ${names[1]}`,
    ...(typeof bookings === 'number' ? [`  ${counted(bookings, 'booking')}`] : []),
    ...marks.map(markText),
    ...(typeof copies !== 'number'
      ? []
      : [
          `  ${whole(copies)} records of one supplier have the same content under different codes; a decision applies to all of them.`,
        ]),
    ...(skippedKeys
      ? ['  They were one product until too many records had their keys; they are no longer compared.']
      : []),
  ]
  return lines.map((line) => `${cut(printable(line), LINE_CHARACTERS)}\n`).join('')
}

function markText({ kind, actor, at, note, resolution }: AlertMark): string {
  const what = resolution === undefined ? kind : `proposes to ${resolution}`
  return `  ${actor} on ${dayText(at)}: ${what}${note === undefined ? '' : `: ${note}`}`
}

/** Formats groups of alerts for people, each with its best example below. */
export function alertGroupsText(groups: readonly AlertGroupCount[]): string {
  return groups
    .map(({ group, count, example }) => {
      const lines = [`${counted(count, 'alert')}  ${group}`, `  ${example.alertId}  ${example.names.join(' · ')}`]
      return lines.map((line) => `${cut(printable(line), LINE_CHARACTERS)}\n`).join('')
    })
    .join('')
}
