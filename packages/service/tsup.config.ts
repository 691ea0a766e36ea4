import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: { index: 'src/index.ts', internal: 'src/internal.ts', reading: 'src/reading.ts' },
})
