import { packageBuild } from '../../tsup.base.ts'

// The generator and the evaluation are not published: the command carries them.
export default packageBuild({
  // Threads that match batches import the second.
  entry: ['src/main.ts', 'src/batch-registry.ts'],
  noExternal: ['@utpid/evaluation', '@utpid/generator'],
  declarations: false,
})
