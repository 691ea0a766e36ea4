import type { TermFrequencyCount } from '../../model/term-frequency-count.ts'

/** The words for a change, after its number: for one and for several. */
const CHANGES: Readonly<Record<string, readonly [string, string]>> = {
  merged: ['product merged', 'products merged'],
  split: ['product split', 'products split'],
  created: ['product new', 'products new'],
  revived: ['product back', 'products back'],
  retired: ['product retired', 'products retired'],
  moved: ['record moved', 'records moved'],
  unverified: ['verification reopened', 'verifications reopened'],
}

/** Describes a count of words for people, in one or two sentences. */
export function countSentence(count: TermFrequencyCount): string {
  if (count.outcome === 'not_due') return 'The words of the records need no new count.'
  if (count.outcome === 'postponed') {
    return `The words of the records are not counted yet: ${count.message} A later import or job counts them.`
  }
  return `Counted the words of ${counted(count.records, 'record')}; confidences were computed again: ${changesOf(count.changes)}.`
}

function changesOf(changes: Readonly<Record<string, number>>): string {
  const { alert_opened: opened = 0, alert_closed: closed = 0 } = changes
  const difference = opened - closed
  const direction = difference > 0 ? 'more' : 'fewer'
  const alerts = difference === 0 ? [] : [`${counted(Math.abs(difference), 'alert')} ${direction}`]
  const others = Object.entries(CHANGES).flatMap(([kind, [one, several]]) => {
    const number = changes[kind] ?? 0
    return number === 0 ? [] : [`${whole(number)} ${number === 1 ? one : several}`]
  })
  const parts = [...alerts, ...others]
  return parts.length === 0 ? 'no product or alert changed' : parts.join(', ')
}

function counted(number: number, noun: string): string {
  return `${whole(number)} ${number === 1 ? noun : `${noun}s`}`
}

function whole(number: number): string {
  return number.toLocaleString('en')
}
