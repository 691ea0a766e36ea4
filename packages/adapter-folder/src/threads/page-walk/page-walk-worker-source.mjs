/** In the repository, the thread runs `page-walk-worker.ts` without a build step, like `packages/cli/bin`. */
import { importSource } from '../../../../../scripts/source/import-source.mjs'

await importSource(new URL('./page-walk-worker.ts', import.meta.url))
