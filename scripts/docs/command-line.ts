import { PassThrough } from 'node:stream'
// biome-ignore lint/style/noRestrictedImports: the documents are held against the definitions of the command itself, which nobody else may import.
import { createProgram } from '../../packages/cli/src/program/program.ts'

/** Commander's, by way of the one package that has it. */
export type Command = ReturnType<typeof createProgram>

const silent = { columns: 120, write: async () => undefined, line: async () => undefined }

/** The command line of utpid with every command and option, whose commands do nothing. */
export function commandLine(): Command {
  const io = { stdin: new PassThrough(), stdout: silent, stderr: silent, env: {}, signal: new AbortController().signal }
  const program = createProgram(io as unknown as Parameters<typeof createProgram>[0], [])
  forEachCommand(program, (command) => {
    // A group without an action of its own keeps having none: it asks for one of its commands. Commander has no public question for it.
    if (Reflect.get(command, '_actionHandler') != null) command.action(() => undefined)
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  })
  return program
}

/** Calls for a command and all within it. */
export function forEachCommand(command: Command, each: (command: Command) => void): void {
  each(command)
  for (const inner of command.commands) forEachCommand(inner, each)
}
