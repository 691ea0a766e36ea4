import { RegistryError } from '@utpid/core'

export function noAccount(): RegistryError {
  return new RegistryError('not_found', 'There is no such account; list the accounts to find its id.')
}

export function noPlan(plan: string): RegistryError {
  return new RegistryError('not_found', `There is no plan "${plan}"; list the plans, or create it.`)
}
