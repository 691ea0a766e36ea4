const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
const MAX_NAME_CHARACTERS = 64

/** Reports whether a value is a name of a comparison, a level or a blocking rule: snake case, at most 64 characters. */
export function isName(value: unknown): value is string {
  // The names of the prototype, such as `constructor`, would be found in every table of bits.
  return (
    typeof value === 'string' &&
    value.length <= MAX_NAME_CHARACTERS &&
    SNAKE_CASE.test(value) &&
    !(value in Object.prototype)
  )
}

/** Reports whether a value is a version: an integer of 1 or more. */
export function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1
}
