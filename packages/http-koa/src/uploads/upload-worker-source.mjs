/** Runs `upload-worker.ts` from source in the repository, as `packages/cli/bin` does. */
import { importSource } from '../../../../scripts/source/import-source.mjs'

await importSource(new URL('./upload-worker.ts', import.meta.url))
