import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    durable: 'src/durable.ts',
    service: 'src/service.ts',
    'batch-worker': 'src/workers/batch-worker.ts',
  },
})
