import type { DecisionReport } from '@utpid/core/operations'

/** Describes the effect of a decision for people: its products, the UTPIDs that redirect, and how to undo it. */
export function decisionText({ change, utpids, inactive, changed }: DecisionReport): string {
  const lines = [
    ...utpids.map((utpid) => `${utpid}  active`),
    ...inactive.map(({ utpid, into }) => `${utpid}  ${into === null ? 'no longer active' : `now leads to ${into}`}`),
    changed ? `Change ${change}; "utpid undo ${change}" undoes it.` : 'Nothing to do: this was already decided.',
  ]
  return lines.map((line) => `${line}\n`).join('')
}
