/** In the repository the thread of `merge-worker.ts` runs as it stands, as `packages/cli/bin` does. */
import { register } from 'tsx/esm/api'

register()
await import('./merge-worker.ts')
