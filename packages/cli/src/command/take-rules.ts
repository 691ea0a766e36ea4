import { usageError } from '../errors/cli-error.ts'
import type { Io } from '../io/io.ts'
import { type RegistryRules, readRules } from '../place/registry-rules.ts'
import { isRemote } from '../place/remote/remote-place.ts'

/**
 * Reads the rules that `--survivorship` or `UTPID_SURVIVORSHIP` names. A remote registry has the rules of its service.
 *
 * @throws {CliError} for a file that cannot be read or does not have valid rules, and for rules of a remote registry.
 */
export async function takeRules(
  { survivorship: named }: Readonly<Record<string, unknown>>,
  { env }: Pick<Io, 'env'>,
  place: string,
): Promise<RegistryRules> {
  const option = typeof named === 'string' ? named : undefined
  if (isRemote(place)) {
    if (option === undefined) return {}
    throw usageError('A served registry has the survivorship rules of its service: omit --survivorship.')
  }
  return await readRules({ survivorship: option ?? (env.UTPID_SURVIVORSHIP || undefined) })
}
