import { PassThrough } from 'node:stream'
// biome-ignore lint/style/noRestrictedImports: the documents are compared with the definitions of the command itself, which no other file may import.
import { createProgram } from '../../packages/cli/src/program/program.ts'

/** The type `Command` of commander. Only cli depends on commander, so the type comes through cli. */
export type Command = ReturnType<typeof createProgram>

const silent = { columns: 120, write: async () => undefined, line: async () => undefined }

/** Creates the command line of utpid with every command and option. The commands do nothing. */
export function commandLine(): Command {
  const io = { stdin: new PassThrough(), stdout: silent, stderr: silent, env: {}, signal: new AbortController().signal }
  const program = createProgram(io as unknown as Parameters<typeof createProgram>[0], [])
  forEachCommand(program, (command) => {
    // Skip a command group without an action: it requires a subcommand. Commander has no public property for this.
    if (Reflect.get(command, '_actionHandler') != null) command.action(() => undefined)
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  })
  return program
}

/** Calls a function for a command and all its subcommands. */
export function forEachCommand(command: Command, each: (command: Command) => void): void {
  each(command)
  for (const inner of command.commands) forEachCommand(inner, each)
}
