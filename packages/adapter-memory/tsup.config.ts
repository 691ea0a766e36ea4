import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({ entry: { index: 'src/index.ts', engine: 'src/engine.ts' } })
