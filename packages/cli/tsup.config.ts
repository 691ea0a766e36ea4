import { packageBuild } from '../../tsup.base.ts'

// The generator and the evaluation are not published as packages, so the command's bundle contains them.
export default packageBuild({
  // Threads that answer for a registry import the second entry.
  entry: ['src/main.ts', 'src/worker-registry.ts'],
  noExternal: ['@utpid/evaluation', '@utpid/generator'],
  declarations: false,
})
