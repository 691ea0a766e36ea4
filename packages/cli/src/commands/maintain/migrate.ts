import { defaultSchema } from '@utpid/core'
import { indexRulesOf } from '@utpid/core/scoring'
import { withAccounts } from '../../administration/with-accounts.ts'
import { type Command, command } from '../../command/command.ts'
import { openStorage } from '../../place/open-registry.ts'
import { shownPlace } from '../../place/storage-place.ts'

export const migrateCommand: Command = command({
  name: 'migrate',
  about: 'Migrate the tables of a database, or the files of a folder, to this version; repeating it does nothing.',
  on: 'place',
  notRemote: ['Migrating'],
  async run({ place, rules }) {
    const { version } = indexRulesOf(rules.schema ?? defaultSchema)
    // Opening the database migrates it under a lock, so concurrent processes are safe.
    const storage = await openStorage(place, { create: true })
    const { indexVersion = version } = await storage.ledger.head().finally(() => storage.close())
    await withAccounts(place, async () => undefined)
    return { data: shownPlace(place), indexVersion, needsReindex: indexVersion !== version }
  },
  text: ({ data, needsReindex }) =>
    `${data} has the format of this version.\n${needsReindex ? 'Its keys and features are of another index version: run "utpid reindex".\n' : ''}`,
})
