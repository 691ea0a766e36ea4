/** In the repository the thread of `page-walk-worker.ts` runs as it stands, as `packages/cli/bin` does. */
import { importSource } from '../../../../../scripts/source/import-source.mjs'

await importSource(new URL('./page-walk-worker.ts', import.meta.url))
