/** In the repository the thread of `registry-worker.ts` runs as it stands, as `packages/cli/bin` does. */
import { workerData } from 'node:worker_threads'
import { importSource, sourceUrl } from '../../../../../scripts/source/import-source.mjs'

workerData.module = await sourceUrl(workerData.module)
await importSource(new URL('./registry-worker.ts', import.meta.url))
