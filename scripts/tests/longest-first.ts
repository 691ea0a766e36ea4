import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes long comes first, so that the workers end together: browsers, servers and processes before the many short
 * files of core. By paths, since a fresh clone knows no durations.
 */
const FIRST: readonly RegExp[] = [
  /^packages\/dashboard\/test\/flows\//,
  /^packages\/adapter-postgres\//,
  /^packages\/cli\/test\/(serve|demo|commands\/(remote|serve))/,
  /^packages\/adapter-memory\/test\/(workers|load|merges|durable|snapshot)\//,
  /^packages\/storage-conformance\//,
  /^packages\/core\/test\/(killed|properties|bad-input)\//,
  /^packages\/(cli|adapter-memory)\//,
  /^packages\/(http-koa|service|training|client|feed)\//,
]

/** The order of test files for vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byBase = await super.sort(files)
    return byBase
      .map((file) => ({ file, rank: this.#rank(file) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file)
  }

  #rank({ moduleId }: TestSpecification): number {
    const path = moduleId.slice(this.ctx.config.root.length + 1)
    const rank = FIRST.findIndex((pattern) => pattern.test(path))
    return rank < 0 ? FIRST.length : rank
  }
}
