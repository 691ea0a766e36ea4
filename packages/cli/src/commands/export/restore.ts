import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { DurableStorage } from '@utpid/adapter-folder'
import { defaultSchema, RegistryError, type Storage } from '@utpid/core'
import { type RestoreReport, restoreRegistry, type UnusedPart, unusedParts } from '@utpid/core/copy'
import { indexRulesOf } from '@utpid/core/scoring'
import { readLines } from '@utpid/feed'
import { checkFiles } from '../../arguments/check-files.ts'
import { isWithin } from '../../command/check-output.ts'
import { type Call, type Command, command } from '../../command/command.ts'
import { one } from '../../command/option.ts'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { noteUnusedParts } from '../../place/note-unused-parts.ts'
import { openStorage } from '../../place/open-registry.ts'
import { isAddress, shownPlace } from '../../place/storage-place.ts'
import { Progress } from '../../progress/progress.ts'
import { ProgressBar } from '../../progress/progress-bar.ts'
import { counted, whole } from '../../text/number-text.ts'
import { backupHeaderOf } from './backup-file.ts'
import { registryLines, removeService, restoreServiceOf } from './restore-backup.ts'

export const restoreCommand: Command = command({
  name: 'restore',
  about: 'Restore a registry from an export, into a folder or database schema without a registry.',
  on: 'place',
  notRemote: ['Restoring'],
  arguments: {
    file: one('the output of "utpid export" or "utpid backup", gzipped or not; "-": an export from standard input'),
  },
  async run(call) {
    const { place, io, json, rules, seconds, given } = call
    const { file } = given
    checkFiles([file])
    if (file !== '-' && isWithin(place, file)) {
      throw usageError(
        `${file} is in ${place}, the folder to restore into; move it elsewhere, or use another folder for --data.`,
      )
    }
    const isBackup = file !== '-' && (await backupHeaderOf(file)) !== undefined
    const serviceRows = isBackup ? await restoreServiceOf(file, place, io) : undefined
    const { report, parts } = await restoreInto(place, file, call, isBackup).catch(async (error: unknown) => {
      if (isBackup) await removeService(place)
      throw error
    })
    const { header, change, rows } = report
    const took = seconds()
    if (json) {
      const data = shownPlace(place)
      await io.stdout.json({ data, exportedAt: header.at, change, rows, serviceRows, seconds: took })
    }
    await io.stderr.line(
      `${counted(rows.record ?? 0, 'row')} of records restored into ${shownPlace(place)} as of change ${whole(change)}, exported ${header.at}, in ${took.toFixed(1)} s.`,
    )
    if (serviceRows !== undefined) {
      await io.stderr.line(
        `${counted(serviceRows, 'row')} of its service restored: accounts, keys, jobs, webhooks and logs.`,
      )
    }
    const { version } = indexRulesOf(rules.schema ?? defaultSchema)
    const hasNotice = await noteUnusedParts(parts, io.stderr)
    if (header.indexVersion !== version && !hasNotice) {
      await io.stderr.line(
        `Its keys have index version ${header.indexVersion}, but this version of utpid needs ${version}: run "utpid reindex".`,
      )
    }
  },
})

/**
 * Restores everything or nothing: a failed restore removes only what it has written.
 *
 * @returns The report, and the parts of another schema.
 */
async function restoreInto(
  folder: string,
  file: string,
  { io, rules }: Pick<Call, 'io' | 'rules'>,
  isBackup: boolean,
): Promise<{ readonly report: RestoreReport; readonly parts: readonly UnusedPart[] }> {
  const wasThere = existsSync(folder)
  const storage: Storage & Partial<Pick<DurableStorage, 'remove'>> = await openStorage(folder, { create: true })
  const progress = new Progress(io, file)
  let writing: ProgressBar | undefined
  try {
    const source = file === '-' ? io.stdin : file
    const lines = isBackup ? registryLines(file, io) : readLines(source, { signal: io.signal, onBytes: progress.bytes })
    const report = await restoreRegistry(storage, lines, {
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
    return { report, parts: await unusedParts(storage, rules.schema) }
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
