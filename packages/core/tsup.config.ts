import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: ['src/index.ts', 'src/adapter.ts', 'src/storage.ts', 'src/copy.ts', 'src/codes.ts'],
})
