/** In the repository the thread of `load-worker.ts` runs as it stands, as `packages/cli/bin` does. */
import { register } from 'tsx/esm/api'

register()
await import('./load-worker.ts')
