import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    durable: 'src/durable.ts',
    service: 'src/service.ts',
    'registry-worker': 'src/workers/registry-worker.ts',
    'merge-worker': 'src/merges/merge-worker.ts',
  },
})
