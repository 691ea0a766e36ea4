/** In the repository, the thread runs `merge-worker.ts` without a build step, like `packages/cli/bin`. */
import { importSource } from '../../../../../scripts/source/import-source.mjs'

await importSource(new URL('./merge-worker.ts', import.meta.url))
