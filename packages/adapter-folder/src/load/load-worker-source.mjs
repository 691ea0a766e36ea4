/** In the repository, the thread runs `load-worker.ts` without a build step, like `packages/cli/bin`. */
import { importSource } from '../../../../scripts/source/import-source.mjs'

await importSource(new URL('./load-worker.ts', import.meta.url))
