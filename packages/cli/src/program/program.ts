import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addCommand } from '../command/run-command.ts'
import type { Io } from '../io/io.ts'
import { COMMANDS } from './command-table.ts'

/**
 * Creates all commands with their options: for `run`, for the reference page and for the check of the documents.
 *
 * @param helpWritten - Receives the pending writes of commander, which does not wait for them.
 */
export function createProgram(io: Io, helpWritten: Promise<void>[]): Command {
  const program = new Command('utpid')
    .description('Maps suppliers’ feeds of travel products to one permanent identifier each, the UTPID.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void helpWritten.push(io.stdout.write(text)),
      writeErr: (text) => void helpWritten.push(io.stderr.write(text)),
      // `run` prints commander's errors itself, as one sentence like every other error.
      outputError: () => {},
      getOutHelpWidth: () => Math.min(io.stdout.columns, 120),
      getErrHelpWidth: () => Math.min(io.stderr.columns, 120),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showSuggestionAfterError()
    .addHelpText('after', EXAMPLES)
  for (const command of COMMANDS) addCommand(program, command, io)
  return program
}

function packageVersion(): string {
  // `package.json` is one folder above src in the repository, and one above dist in the published package.
  const about: unknown = JSON.parse(
    readFileSync(
      new URL(import.meta.url.endsWith('.ts') ? '../../package.json' : '../package.json', import.meta.url),
      'utf8',
    ),
  )
  return (about as { version: string }).version
}

const EXAMPLES = `
Examples:
  utpid demo                                        run a demo with sample feeds
  utpid import hotels.csv.gz --supplier bedbank     import a feed into ./utpid-data
  utpid match --name "Hotel Ritz" --city Paris      find the matching product
  utpid map inputs.jsonl --out mapped.jsonl         match a whole file
  utpid search "ritz paris"
  utpid serve                                       serve the registry over HTTP
  utpid review                                      decide possible duplicates, pair by pair
  utpid generate --records 100000 --out ./feeds     generate feeds, with their truth
`
