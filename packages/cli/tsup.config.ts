import { packageBuild } from '../../tsup.base.ts'

// The generator and the evaluation are not published: the command carries them.
export default packageBuild({
  entry: ['src/main.ts'],
  noExternal: ['@utpid/evaluation', '@utpid/generator'],
  declarations: false,
})
