import type { Registry } from '@utpid/core'
import type { ServiceStore } from '@utpid/service'
import { serviceRows } from '@utpid/service/internal'
import { type Call, type Command, command } from '../../command/command.ts'
import { openExportOutput, writeWhole } from '../../command/export-output.ts'
import { required, text } from '../../command/option.ts'
import { LineWriter } from '../../io/line-writer.ts'
import { openForCopying } from '../../place/open-registry.ts'
import { openServiceStore } from '../../place/open-service-store.ts'
import { Progress } from '../../progress/progress.ts'
import { counted, whole } from '../../text/number-text.ts'
import { BackupChecksum, type BackupHeader } from './backup-file.ts'

export const backupCommand: Command = command({
  name: 'backup',
  about: 'Write a registry and its service (accounts, keys, jobs, webhooks, logs) to one file.',
  on: 'place',
  notRemote: ['A backup with the service', '"utpid export" writes the registry alone'],
  options: { out: required(text('file', 'the file; gzipped if its name ends in .gz')) },
  async run(call) {
    const { place, rules, io, given } = call
    await using registry = await openForCopying(place, io.stderr, rules)
    const store = await openServiceStore(place)
    try {
      await writeBackup(given.out, call, registry, store)
    } finally {
      await store.close()
    }
  },
})

async function writeBackup(out: string, call: Call, registry: Registry, store: ServiceStore): Promise<void> {
  const { io, signal, place, json, seconds } = call
  const output = await openExportOutput(io, out, place)
  const progress = new Progress(io, out)
  let [rows, records, change] = [0, 0, 0]
  await writeWhole(output, async () => {
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
      signal.throwIfAborted()
      rows++
      await write({ table, key, row })
    }
    for await (const row of registry.export({ signal })) {
      if (row.kind === 'record') progress.records(++records)
      if (row.kind === 'end') change = row.change
      await write(row)
    }
    await lines.write(`${JSON.stringify(sum.end())}\n`)
    await lines.flush()
  }).finally(() => progress.stop())
  const took = seconds()
  if (json) await io.stdout.json({ out, records, serviceRows: rows, change, seconds: took })
  await io.stderr.line(
    `${counted(records, 'record')} as of change ${whole(change)} and ${counted(rows, 'row')} of the service written to ${out} in ${took.toFixed(1)} s. The backup does not contain the key for webhook secrets: store UTPID_SECRET_KEY, or service/secret.key of the folder, elsewhere.`,
  )
}
