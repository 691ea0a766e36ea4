/** Runs `file-worker.ts` from source in the repository, as `packages/cli/bin` does. */
import { importSource } from '../../../../scripts/source/import-source.mjs'

await importSource(new URL('./file-worker.ts', import.meta.url))
