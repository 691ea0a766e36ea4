import { type Command, command } from '../../command/command.ts'
import { one } from '../../command/option.ts'
import { historyText } from '../../render/history-text.ts'

export const historyCommand: Command = command({
  name: 'history',
  about: 'List the history of a product: lineage, decisions of people, verifications.',
  on: 'registry',
  arguments: { utpid: one('a UTPID, or an identifier of an earlier scheme') },
  run: ({ registry, signal, given }) => registry.history(given.utpid, { signal }),
  text: historyText,
})
