import { packageBuild } from '../../tsup.base.ts'

// The generator is not published: the command carries it.
export default packageBuild({ entry: ['src/main.ts'], noExternal: ['@utpid/generator'], declarations: false })
