/** A module hook with which workspace packages resolve to their source. */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier, { ...context, conditions: [...context.conditions, '@utpid/source'] })
}
