import type { Confirmation } from '@utpid/core'
import { repairsText } from '../render/match-text.ts'
import { confidenceText } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { confirmReasonText } from './confirm-reason-text.ts'

/** Formats a confirmation for people: the answer, the product, and the reasons. */
export function confirmText({ fits, confidence, requested, utpid, name, reasons, repairs }: Confirmation): string {
  const head = `${fits}  ${utpid ?? requested}  confidence ${confidenceText(confidence)}  ${name}`
  const lines = reasons.map((reason, at) => `  ${at + 1}. ${printable(confirmReasonText(reason))}\n`)
  return `${printable(head)}\n${lines.join('')}${repairsText(repairs)}`
}
