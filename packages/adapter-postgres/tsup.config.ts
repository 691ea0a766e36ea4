import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: { index: 'src/index.ts', service: 'src/service.ts', 'load-worker': 'src/load/load-worker.ts' },
})
