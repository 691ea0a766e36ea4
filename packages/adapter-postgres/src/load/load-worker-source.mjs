/** Runs the thread of `load-worker.ts` from source in the repository, like `packages/cli/bin`. */
import { importSource } from '../../../../scripts/source/import-source.mjs'

await importSource(new URL('./load-worker.ts', import.meta.url))
