/**
 * Runs the command line.
 *
 * @param args the arguments after the command's name
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  console.error(`utpid ${args.join(' ')}: not built yet`)
  return 1
}
