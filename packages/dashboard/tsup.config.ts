import { packageBuild } from '../../tsup.base.ts'

// The module only exports the folder of the files, which Vite builds.
export default packageBuild({ project: 'tsconfig.folder.json' })
