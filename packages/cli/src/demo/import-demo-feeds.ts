import type { Registry } from '@utpid/core'
import { type FeedReport, importFeed, type LineOutcome } from '../import/import-feed.ts'
import type { Io } from '../io/io.ts'
import type { DemoFeeds } from './demo-feeds.ts'

/** Imports all feeds of the demo. @throws The failure of a feed. */
export async function importDemoFeeds(
  registry: Registry,
  io: Io,
  { feeds }: DemoFeeds,
  onLine: (file: string, outcome: LineOutcome) => void = () => undefined,
): Promise<FeedReport[]> {
  const reports: FeedReport[] = []
  for (const { supplier, supplierName, ...feed } of feeds) {
    if (supplier !== undefined && supplierName !== undefined) {
      await registry.setSupplier({ id: supplier, name: supplierName })
    }
    const report = await importFeed(registry, io, {
      ...feed,
      supplier,
      onLine: (outcome) => onLine(feed.file, outcome),
    })
    if (report.failure !== undefined) throw report.failure
    reports.push(report)
  }
  await registry.countTermFrequencies({ signal: io.signal })
  return reports
}
