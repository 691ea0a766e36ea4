/** In the repository the thread of `merge-worker.ts` runs as it stands, as `packages/cli/bin` does. */
import { importSource } from '../../../../../scripts/source/import-source.mjs'

await importSource(new URL('./merge-worker.ts', import.meta.url))
