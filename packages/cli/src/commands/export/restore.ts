import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { DurableStorage } from '@utpid/adapter-folder'
import { RegistryError, type Storage } from '@utpid/core'
import type { RestoreReport } from '@utpid/core/copy'
import { restoreRegistry } from '@utpid/core/copy'
import { INDEX_VERSION_TEXT } from '@utpid/core/scoring'
import { readLines } from '@utpid/feed'
import type { Command } from 'commander'
import { checkFiles } from '../../arguments/check-files.ts'
import { isWithin } from '../../command/check-output.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { openStorage } from '../../place/open-registry.ts'
import { needsFolder } from '../../place/remote/needs-folder.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { isAddress, shownPlace } from '../../place/storage-place.ts'
import { Progress } from '../../progress/progress.ts'
import { ProgressBar } from '../../progress/progress-bar.ts'
import { counted, thousandths, whole } from '../../text/number-text.ts'
import { backupHeaderOf } from './backup-file.ts'
import { registryLines, removeService, restoreServiceOf } from './restore-backup.ts'

export function addRestoreCommand(program: Command, io: Io): void {
  const command = program
    .command('restore')
    .description('Restore a registry from an export, into a folder or database schema without a registry.')
    .argument(
      '<file>',
      'the output of "utpid export" or "utpid backup", gzipped or not; "-": an export from standard input',
    )
  addCommonOptions(command).action((file: string, flags: DataFlags & JsonFlags) => restore(file, flags, io))
}

async function restore(file: string, flags: DataFlags & JsonFlags, io: Io): Promise<void> {
  if (isRemote(flags.data)) throw needsFolder('Restoring')
  checkFiles([file])
  if (file !== '-' && isWithin(flags.data, file)) {
    throw new CliError(
      EXIT.usage,
      `${file} is in ${flags.data}, the folder to restore into; move it elsewhere, or use another folder for --data.`,
    )
  }
  const started = performance.now()
  const backup = file === '-' ? undefined : await backupHeaderOf(file)
  const serviceRows = backup === undefined ? undefined : await restoreServiceOf(file, flags.data, io)
  const report = await restoreInto(flags.data, file, io, backup !== undefined).catch(async (error: unknown) => {
    if (backup !== undefined) await removeService(flags.data)
    throw error
  })
  const { header, change, rows } = report
  const seconds = thousandths((performance.now() - started) / 1000)
  if (flags.json === true)
    await io.stdout.json({
      data: shownPlace(flags.data),
      exportedAt: header.at,
      change,
      rows,
      ...(serviceRows === undefined ? {} : { serviceRows }),
      seconds,
    })
  await io.stderr.line(
    `${counted(rows.record ?? 0, 'row')} of records restored into ${shownPlace(flags.data)} as of change ${whole(change)}, exported ${header.at}, in ${seconds.toFixed(1)} s.`,
  )
  if (serviceRows !== undefined) {
    await io.stderr.line(
      `${counted(serviceRows, 'row')} of its service restored: accounts, keys, jobs, webhooks and logs.`,
    )
  }
  if (header.indexVersion !== INDEX_VERSION_TEXT) {
    await io.stderr.line(
      `Its keys have index version ${header.indexVersion}, but this version of utpid needs ${INDEX_VERSION_TEXT}: run "utpid reindex".`,
    )
  }
}

/** Restores everything or nothing: a failed restore removes only what it has written. */
async function restoreInto(folder: string, file: string, io: Io, isBackup: boolean): Promise<RestoreReport> {
  const wasThere = existsSync(folder)
  const storage: Storage & Partial<Pick<DurableStorage, 'remove'>> = await openStorage(folder, { create: true })
  const progress = new Progress(io, file)
  let writing: ProgressBar | undefined
  try {
    const source = file === '-' ? io.stdin : file
    const lines = isBackup ? registryLines(file, io) : readLines(source, { signal: io.signal, onBytes: progress.bytes })
    return await restoreRegistry(storage, lines, {
      signal: io.signal,
      // Yielding lets Ctrl-C and progress run.
      yield: async () => void (await setImmediate()),
      onProgress: ({ records, writing: written }) => {
        if (written === undefined) return progress.records(records)
        if (writing === undefined) {
          progress.stop()
          writing = new ProgressBar(io, 'writing', 'rows')
        }
        writing.show(written.done, written.all === 0 ? 1 : written.done / written.all)
      },
    })
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'storage_not_empty') {
      throw new CliError(EXIT.storage, `${error.message} Name it with --data or --storage.`, { cause: error })
    }
    // A failed restore into a database rolls itself back.
    await storage.remove?.()
    // The folder is not empty if another process has put files into it meanwhile. It then stays.
    if (!wasThere && !isAddress(folder)) await rmdir(folder).catch(() => undefined)
    throw error
  } finally {
    progress.stop()
    writing?.stop()
    await storage.close()
  }
}
