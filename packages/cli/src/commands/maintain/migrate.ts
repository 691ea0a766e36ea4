import { INDEX_VERSION_TEXT } from '@utpid/core/scoring'
import type { Command } from 'commander'
import { withAccounts } from '../../administration/with-accounts.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openStorage } from '../../place/open-registry.ts'
import { needsFolder } from '../../place/remote/needs-folder.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { shownPlace } from '../../place/storage-place.ts'

export function addMigrateCommand(program: Command, io: Io): void {
  const command = program
    .command('migrate')
    .description(
      'Migrate the tables of a database, or the files of a folder, to this version; repeating it does nothing.',
    )
  addCommonOptions(command).action(async (flags: DataFlags & JsonFlags) => {
    if (isRemote(flags.data)) throw needsFolder('Migrating')
    // Opening the database migrates it under a lock, so concurrent processes are safe.
    const storage = await openStorage(flags.data, { create: true })
    const { indexVersion = INDEX_VERSION_TEXT } = await storage.ledger.head().finally(() => storage.close())
    await withAccounts(flags.data, async () => undefined)
    const needsReindex = indexVersion !== INDEX_VERSION_TEXT
    if (flags.json === true) return await io.stdout.json({ data: shownPlace(flags.data), indexVersion, needsReindex })
    await io.stdout.line(`${shownPlace(flags.data)} has the format of this version.`)
    if (needsReindex)
      await io.stdout.line('Its keys and features are of an earlier index version: run "utpid reindex".')
  })
}
