import { usageError } from '../errors/cli-error.ts'
import type { Io } from '../io/io.ts'
import { type RegistryRules, readRules } from '../place/registry-rules.ts'
import { isRemote } from '../place/remote/remote-place.ts'

/**
 * Reads the rules that `--schema`, `--survivorship`, `UTPID_SCHEMA` and `UTPID_SURVIVORSHIP` name. A remote registry has
 * the rules of its service.
 *
 * @throws {CliError} for a file that cannot be read or does not have valid rules, and for rules of a remote registry.
 */
export async function takeRules(
  options: Readonly<Record<string, unknown>>,
  { env }: Pick<Io, 'env'>,
  place: string,
): Promise<RegistryRules> {
  const named = (name: string): string | undefined => {
    const value = options[name]
    return typeof value === 'string' ? value : undefined
  }
  if (isRemote(place)) {
    const given = ['schema', 'survivorship'].find((name) => named(name) !== undefined)
    if (given === undefined) return {}
    throw usageError(`A served registry has the schema and the survivorship rules of its service: omit --${given}.`)
  }
  return await readRules({
    schema: named('schema') ?? (env.UTPID_SCHEMA || undefined),
    survivorship: named('survivorship') ?? (env.UTPID_SURVIVORSHIP || undefined),
  })
}
