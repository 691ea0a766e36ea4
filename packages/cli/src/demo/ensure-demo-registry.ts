import { loadGazetteer } from '@utpid/gazetteer'
import { usageError } from '../errors/cli-error.ts'
import type { Io } from '../io/io.ts'
import { holdsRegistry } from '../place/open-registry.ts'
import { isAddress } from '../place/storage-place.ts'
import { demoFeeds } from './demo-feeds.ts'
import { isUnfinishedDemo, openDemoRegistry, sealDemoRegistry } from './demo-folder.ts'
import { importDemoFeeds } from './import-demo-feeds.ts'

const SEED = 1

/**
 * Fills a folder without a registry with the feeds of the demo. If an earlier fill was interrupted, it starts again.
 *
 * @throws {CliError} for a database.
 */
export async function ensureDemoRegistry(io: Io, data: string): Promise<void> {
  if (isAddress(data)) throw usageError('--demo fills a folder; name one with --data.')
  if (holdsRegistry(data) && !isUnfinishedDemo(data)) return
  const feeds = await demoFeeds(io, SEED, loadGazetteer())
  await using registry = await openDemoRegistry(data)
  await io.stderr.line(feeds.about)
  await importDemoFeeds(registry, io, feeds)
  await sealDemoRegistry(data, registry)
}
