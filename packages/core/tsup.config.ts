import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: [
    'src/index.ts',
    'src/fields.ts',
    'src/operations.ts',
    'src/scoring.ts',
    'src/storage.ts',
    'src/copy.ts',
    'src/codes.ts',
  ],
})
