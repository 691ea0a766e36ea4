/** In the repository, the thread runs `registry-worker.ts` without a build step, like `packages/cli/bin`. */
import { workerData } from 'node:worker_threads'
import { importSource, sourceUrl } from '../../../../../scripts/source/import-source.mjs'

const { module, schema } = workerData
workerData.module = await sourceUrl(module)
if (schema.module !== undefined) schema.module = await sourceUrl(schema.module)
await importSource(new URL('./registry-worker.ts', import.meta.url))
