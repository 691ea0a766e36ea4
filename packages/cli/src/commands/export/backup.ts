import type { Registry } from '@utpid/core'
import type { ServiceStore } from '@utpid/service'
import { serviceRows } from '@utpid/service/internal'
import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { openExportOutput } from '../../command/export-output.ts'
import type { Io } from '../../io/io.ts'
import { LineWriter } from '../../io/line-writer.ts'
import { openForCopying } from '../../place/open-registry.ts'
import { openServiceStore } from '../../place/open-service-store.ts'
import { needsFolder } from '../../place/remote/needs-folder.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { Progress } from '../../progress/progress.ts'
import { counted, thousandths, whole } from '../../text/number-text.ts'
import { BackupChecksum, type BackupHeader } from './backup-file.ts'

interface Flags extends DataFlags, JsonFlags {
  readonly out: string
}

export function addBackupCommand(program: Command, io: Io): void {
  const command = program
    .command('backup')
    .description('Write a registry and its service (accounts, keys, jobs, webhooks, logs) to one file.')
    .requiredOption('--out <file>', 'the file; gzipped if its name ends in .gz')
  addCommonOptions(command).action((flags: Flags) => backup(flags, io))
}

async function backup(flags: Flags, io: Io): Promise<void> {
  if (isRemote(flags.data)) throw needsFolder('A backup with the service', '"utpid export" writes the registry alone')
  const started = performance.now()
  await using registry = await openForCopying(flags.data, io.stderr)
  const store = await openServiceStore(flags.data)
  try {
    await writeBackup(flags, io, registry, store, started)
  } finally {
    await store.close()
  }
}

async function writeBackup(
  flags: Flags,
  io: Io,
  registry: Registry,
  store: ServiceStore,
  started: number,
): Promise<void> {
  const output = await openExportOutput(io, flags.out, flags.data)
  const progress = new Progress(io, flags.out)
  let [rows, records, change] = [0, 0, 0]
  try {
    const lines = new LineWriter(output)
    const sum = new BackupChecksum()
    const write = async (value: unknown): Promise<void> => {
      const line = JSON.stringify(value)
      sum.add(line)
      await lines.write(`${line}\n`)
    }
    const header: BackupHeader = { kind: 'utpid-backup', format: 1, at: new Date().toISOString() }
    await write(header)
    // Write the rows of the service first. The registry, written later, then contains every change that webhooks have
    // received.
    for await (const { table, key, row } of serviceRows(store)) {
      io.signal.throwIfAborted()
      rows++
      await write({ table, key, row })
    }
    for await (const row of registry.export({ signal: io.signal })) {
      if (row.kind === 'record') progress.records(++records)
      if (row.kind === 'end') change = row.change
      await write(row)
    }
    await lines.write(`${JSON.stringify(sum.end())}\n`)
    await lines.flush()
    await output.finish()
  } catch (error) {
    await output.discard()
    throw error
  } finally {
    progress.stop()
  }
  const seconds = thousandths((performance.now() - started) / 1000)
  if (flags.json === true) await io.stdout.json({ out: flags.out, records, serviceRows: rows, change, seconds })
  await io.stderr.line(
    `${counted(records, 'record')} as of change ${whole(change)} and ${counted(rows, 'row')} of the service written to ${flags.out} in ${seconds.toFixed(1)} s. The backup does not contain the key for webhook secrets: store UTPID_SECRET_KEY, or service/secret.key of the folder, elsewhere.`,
  )
}
