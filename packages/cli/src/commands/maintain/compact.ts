import { type Command, command } from '../../command/command.ts'
import { durationText, megabytesText } from '../../text/number-text.ts'

export const compactCommand: Command = command({
  name: 'compact',
  about: 'Free unused disk space of a folder, and write an index checkpoint so that it opens quickly.',
  on: 'folder',
  run: async ({ storage, signal, seconds }) => ({ ...(await storage.compact({ signal })), seconds: seconds() }),
  text: ({ before, after, snapshot, seconds }) =>
    `The ledger takes ${megabytesText(after)} (${megabytesText(before)} before), the index checkpoint ${megabytesText(snapshot)}; done in ${durationText(seconds)}.\n`,
})
