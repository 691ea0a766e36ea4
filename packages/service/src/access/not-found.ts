import { RegistryError } from '@utpid/core'

export function noAccount(): RegistryError {
  return new RegistryError('not_found', 'There is no such account; list those there are.')
}

export function noPlan(plan: string): RegistryError {
  return new RegistryError('not_found', `There is no plan "${plan}"; list those there are, or make it.`)
}
