import { packageBuild } from '../../tsup.base.ts'

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    'upload-worker': 'src/uploads/upload-worker.ts',
    'file-worker': 'src/own-file/file-worker.ts',
  },
})
