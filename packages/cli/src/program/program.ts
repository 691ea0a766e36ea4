import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addAccountsCommand } from '../commands/administer/accounts.ts'
import { addJobsCommand } from '../commands/administer/jobs.ts'
import { addKeysCommand } from '../commands/administer/keys.ts'
import { addMembersCommand } from '../commands/administer/members.ts'
import { addPlansCommand } from '../commands/administer/plans.ts'
import { addServeCommand } from '../commands/administer/serve.ts'
import { addDeleteCommand } from '../commands/curate/delete.ts'
import { addDismissCommand } from '../commands/curate/dismiss.ts'
import { addMergeCommand } from '../commands/curate/merge.ts'
import { addPinCommand } from '../commands/curate/pin.ts'
import { addReopenCommand } from '../commands/curate/reopen.ts'
import { addResolveCommand } from '../commands/curate/resolve.ts'
import { addReviewCommand } from '../commands/curate/review.ts'
import { addSplitCommand } from '../commands/curate/split.ts'
import { addUndoCommand } from '../commands/curate/undo.ts'
import { addUnpinCommand } from '../commands/curate/unpin.ts'
import { addUnverifyCommand } from '../commands/curate/unverify.ts'
import { addVerifyCommand } from '../commands/curate/verify.ts'
import { addCalibrateCommand } from '../commands/evaluate/calibrate.ts'
import { addDemoCommand } from '../commands/evaluate/demo.ts'
import { addEvaluateCommand } from '../commands/evaluate/evaluate.ts'
import { addGenerateCommand } from '../commands/evaluate/generate.ts'
import { addTrainCommand } from '../commands/evaluate/train.ts'
import { addBackupCommand } from '../commands/export/backup.ts'
import { addExportCommand } from '../commands/export/export.ts'
import { addRestoreCommand } from '../commands/export/restore.ts'
import { addSnapshotCommand } from '../commands/export/snapshot.ts'
import { addAliasesCommand } from '../commands/import/aliases.ts'
import { addEndCommand } from '../commands/import/end.ts'
import { addImportCommand } from '../commands/import/import.ts'
import { addSuppliersCommand } from '../commands/import/suppliers.ts'
import { addCheckCommand } from '../commands/maintain/check.ts'
import { addCompactCommand } from '../commands/maintain/compact.ts'
import { addMigrateCommand } from '../commands/maintain/migrate.ts'
import { addRegroupCommand } from '../commands/maintain/regroup.ts'
import { addReindexCommand } from '../commands/maintain/reindex.ts'
import { addRescoreCommand } from '../commands/maintain/rescore.ts'
import { addAlertsCommand } from '../commands/registry/alerts.ts'
import { addChangesCommand } from '../commands/registry/changes.ts'
import { addDuplicatesCommand } from '../commands/registry/duplicates.ts'
import { addExplainCommand } from '../commands/registry/explain.ts'
import { addGetCommand } from '../commands/registry/get.ts'
import { addHistoryCommand } from '../commands/registry/history.ts'
import { addLineageCommand } from '../commands/registry/lineage.ts'
import { addLocateCommand } from '../commands/registry/locate.ts'
import { addMapCommand } from '../commands/registry/map.ts'
import { addMatchCommand } from '../commands/registry/match.ts'
import { addSearchCommand } from '../commands/registry/search.ts'
import { addStatsCommand } from '../commands/registry/stats.ts'
import type { Io } from '../io/io.ts'

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
  addImportCommand(program, io)
  addGetCommand(program, io)
  addLocateCommand(program, io)
  addMatchCommand(program, io)
  addMapCommand(program, io)
  addExplainCommand(program, io)
  addSearchCommand(program, io)
  addSuppliersCommand(program, io)
  addStatsCommand(program, io)
  addAlertsCommand(program, io)
  addDuplicatesCommand(program, io)
  addReviewCommand(program, io)
  addResolveCommand(program, io)
  addReopenCommand(program, io)
  addMergeCommand(program, io)
  addDismissCommand(program, io)
  addSplitCommand(program, io)
  addUndoCommand(program, io)
  addDeleteCommand(program, io)
  addPinCommand(program, io)
  addUnpinCommand(program, io)
  addVerifyCommand(program, io)
  addUnverifyCommand(program, io)
  addLineageCommand(program, io)
  addHistoryCommand(program, io)
  addAliasesCommand(program, io)
  addEndCommand(program, io)
  addChangesCommand(program, io)
  addExportCommand(program, io)
  addRestoreCommand(program, io)
  addReindexCommand(program, io)
  addRescoreCommand(program, io)
  addRegroupCommand(program, io)
  addServeCommand(program, io)
  addAccountsCommand(program, io)
  addKeysCommand(program, io)
  addMembersCommand(program, io)
  addPlansCommand(program, io)
  addJobsCommand(program, io)
  addMigrateCommand(program, io)
  addBackupCommand(program, io)
  addCheckCommand(program, io)
  addCompactCommand(program, io)
  addSnapshotCommand(program, io)
  addDemoCommand(program, io)
  addGenerateCommand(program, io)
  addEvaluateCommand(program, io)
  addTrainCommand(program, io)
  addCalibrateCommand(program, io)
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
