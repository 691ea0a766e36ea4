import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    service: 'src/service.ts',
    'registry-worker': 'src/threads/registry/registry-worker.ts',
    'load-worker': 'src/load/load-worker.ts',
    'merge-worker': 'src/threads/merge/merge-worker.ts',
    'page-walk-worker': 'src/threads/page-walk/page-walk-worker.ts',
  },
})
