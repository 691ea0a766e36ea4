import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    durable: 'src/durable.ts',
    service: 'src/service.ts',
    'registry-worker': 'src/workers/registry-worker.ts',
    'load-worker': 'src/load/load-worker.ts',
    'merge-worker': 'src/merges/merge-worker.ts',
    'page-walk-worker': 'src/pages/page-walk-worker.ts',
  },
})
