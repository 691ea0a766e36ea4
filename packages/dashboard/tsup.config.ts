import { packageBuild } from '../../tsup.base.ts'

// Who imports the package wants to know where the files are; those are Vite's work.
export default packageBuild({ project: 'tsconfig.folder.json' })
