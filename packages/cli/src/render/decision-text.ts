import type { DecisionReport } from '@utpid/core'

/** What a decision did, for people: the products it leaves, the UTPIDs that lead elsewhere, how to take it back. */
export function decisionText({ change, utpids, ended, changed }: DecisionReport): string {
  const lines = [
    ...utpids.map((utpid) => `${utpid}  active`),
    ...ended.map(({ utpid, into }) => `${utpid}  ${into === null ? 'answers no more' : `now leads to ${into}`}`),
    changed
      ? `Change ${change}; "utpid undo ${change}" takes it back.`
      : 'Nothing to do: everything was as decided already.',
  ]
  return lines.map((line) => `${line}\n`).join('')
}
