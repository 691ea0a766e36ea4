/**
 * Module hook for the repository only: packages of the workspace resolve to their source.
 */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier, { ...context, conditions: [...context.conditions, '@utpid/source'] })
}
