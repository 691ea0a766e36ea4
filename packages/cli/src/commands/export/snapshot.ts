import { checkOutput } from '../../command/check-output.ts'
import { type Command, command } from '../../command/command.ts'
import { required, text } from '../../command/option.ts'
import { durationText, megabytesText, whole } from '../../text/number-text.ts'

export const snapshotCommand: Command = command({
  name: 'snapshot',
  about: 'Write the registry of a folder as a registry package: one file that opens read-only on any machine.',
  on: 'folder',
  options: { out: required(text('file', 'the file, for example registry.utpid')) },
  async run({ storage, place, signal, seconds, given: { out } }) {
    checkOutput({ option: '--out', path: out, inputs: [], data: place })
    const { change, bytes } = await storage.writePackage(out, { signal })
    return { out, change, bytes, seconds: seconds() }
  },
  text: ({ out, change, bytes, seconds }) =>
    `${out} is the registry as of change ${whole(change)}, ${megabytesText(bytes)}; done in ${durationText(seconds)}.\n`,
})
