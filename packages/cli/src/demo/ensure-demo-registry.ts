import { loadGazetteer } from '@utpid/gazetteer'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { importFeed } from '../import/import-feed.ts'
import type { Io } from '../io/io.ts'
import { holdsRegistry } from '../place/open-registry.ts'
import { isAddress } from '../place/storage-place.ts'
import { demoFeeds } from './demo-feeds.ts'
import { isUnfinishedDemo, openDemoRegistry, sealDemoRegistry } from './demo-folder.ts'

const SEED = 1

/**
 * Fills a folder without a registry with the feeds of the demo. If an earlier fill was interrupted, it starts again.
 *
 * @throws {CliError} for a database.
 */
export async function ensureDemoRegistry(io: Io, data: string): Promise<void> {
  if (isAddress(data)) throw new CliError(EXIT.usage, '--demo fills a folder; name one with --data.')
  if (holdsRegistry(data) && !isUnfinishedDemo(data)) return
  const { about, feeds } = await demoFeeds(io, SEED, loadGazetteer())
  await using registry = await openDemoRegistry(data)
  await io.stderr.line(about)
  for (const { supplier, supplierName, ...feed } of feeds) {
    if (supplier !== undefined && supplierName !== undefined) {
      await registry.setSupplier({ id: supplier, name: supplierName })
    }
    const { failure } = await importFeed(registry, io, { ...feed, supplier, onLine: () => undefined })
    if (failure !== undefined) throw failure
  }
  await sealDemoRegistry(data, registry)
}
