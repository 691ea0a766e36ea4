import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import LONG_SECONDS from './long-seconds.json' with { type: 'json' }

/**
 * Test files that start first because they take long: tests with browsers, servers and processes. The workers then end
 * at about the same time. The order is by path, since a fresh clone has no durations yet.
 */
const FIRST: readonly RegExp[] = [
  /^packages\/adapter-postgres\/test\/(postgres-storage|replica)/,
  /^packages\/dashboard\/test\/flows\//,
  /^packages\/adapter-postgres\//,
  /^packages\/cli\/test\/(serve|demo|commands\/(remote|serve))/,
  /^packages\/adapter-folder\/test\/(threads|load|open|failure|checkpoint|service|ledger|lock)\//,
  /^packages\/storage-conformance\//,
  /^packages\/core\/test\/(killed|properties|bad-input)\//,
  /^packages\/(cli|adapter-memory|adapter-folder)\//,
  /^packages\/(http-koa|service|training|client|feed)\//,
]

/** Assumed seconds for a file that is not in `long-seconds.json`. This file contains the durations of `.ci/run`. */
const USUAL_SECONDS = 20

/** Sorts test files, and selects the files of `--shard`. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted
      .map((file) => ({ file, rank: this.#rank(file) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file)
  }

  /** Creates shards of about equal time: each file, longest first, goes to the shard with the least time so far. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    const parts = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }))
    const weighted = files
      .map((file) => ({ file, path: this.#path(file), seconds: this.#seconds(file) }))
      .sort((a, b) => b.seconds - a.seconds || (a.path < b.path ? -1 : 1))
    for (const { file, seconds } of weighted) {
      const part = parts.reduce((least, each) => (each.seconds < least.seconds ? each : least))
      part.seconds += seconds
      part.files.push(file)
    }
    return parts[index - 1]?.files ?? []
  }

  #rank(file: TestSpecification): number {
    const path = this.#path(file)
    const rank = FIRST.findIndex((pattern) => pattern.test(path))
    return rank < 0 ? FIRST.length : rank
  }

  #seconds(file: TestSpecification): number {
    return (LONG_SECONDS as Readonly<Record<string, number>>)[this.#path(file)] ?? USUAL_SECONDS
  }

  #path({ moduleId }: TestSpecification): string {
    return relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')
  }
}
