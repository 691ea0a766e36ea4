import { type Command, command } from '../../command/command.ts'
import { statsText } from '../../render/stats-text.ts'

export const statsCommand: Command = command({
  name: 'stats',
  about: 'Count the content of the registry.',
  on: 'reading',
  run: ({ registry, signal }) => registry.stats({ signal }),
  text: statsText,
})
