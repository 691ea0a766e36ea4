/** A condition on an element: one of its members equals, or differs from, one of several texts. */
export interface PathCondition {
  readonly member: string
  /** The texts of the condition. Undefined for a condition that the member has a value. */
  readonly values: ReadonlySet<string> | undefined
  /** True for `!=` and `[!member]`. */
  readonly not: boolean
}

/** A step from an object to the elements of one member. The name `*` stands for all members. */
export interface PathStep {
  readonly name: string
  readonly where: readonly PathCondition[]
  /** The position of the only entry of a list that the path takes. */
  readonly index: number | undefined
}

/** A parsed path. */
export interface RecipePath {
  /** The number of enclosing elements that the path leaves first. */
  readonly up: number
  readonly steps: readonly PathStep[]
}

/** The name of the member that has the text of an XML element with attributes. */
export const TEXT_MEMBER = '#text'

/** The step that stands for all members of an object. */
export const ANY_MEMBER = '*'

/**
 * Parses a path into a row: `name.content`, `phones[].phoneNumber`, `phones[phoneType=PHONEHOTEL|PHONEBOOKING].phoneNumber`,
 * `coordinates[0]`, `rooms.*.name`, `.` for the element itself, `^.Location` for a member of the enclosing element. A name with a dot or
 * bracket is in double quotes. The mark `[]` is for readers: each step reads a single value and a list alike.
 *
 * @param fail - Creates the error for a text that is not a path.
 */
export function parsePath(text: string, fail: (why: string) => Error): RecipePath {
  if (text === '.') return { up: 0, steps: [] }
  let up = 0
  let at = 0
  while (text[at] === '^') {
    up++
    at++
    if (at === text.length) return { up, steps: [] }
    if (text[at] !== '.') throw fail(`has "${text[at]}" after "^"; write "^.member"`)
    at++
  }
  const steps: PathStep[] = []
  for (;;) {
    const step = readStep(text, at, fail)
    steps.push(step.step)
    if (step.end === text.length) return { up, steps }
    at = step.end + 1
  }
}

function readStep(text: string, start: number, fail: (why: string) => Error): { step: PathStep; end: number } {
  const { name, end: afterName } = readName(text, start, fail)
  const where: PathCondition[] = []
  let at = afterName
  let index: number | undefined
  while (text[at] === '[') {
    const close = text.indexOf(']', at)
    if (close === -1) throw fail('has a "[" without "]"')
    const condition = text.slice(at + 1, close)
    if (/^\d+$/.test(condition)) index = Number(condition)
    else if (condition !== '') where.push(readCondition(condition, fail))
    at = close + 1
  }
  if (at < text.length && text[at] !== '.') throw fail(`has "${text[at]}" where a "." must be`)
  return { step: { name, where, index }, end: at }
}

function readName(text: string, start: number, fail: (why: string) => Error): { name: string; end: number } {
  if (text[start] === '"') {
    const close = text.indexOf('"', start + 1)
    if (close === -1) throw fail('has a quote without its end')
    return { name: text.slice(start + 1, close), end: close + 1 }
  }
  let end = start
  while (end < text.length && text[end] !== '.' && text[end] !== '[') end++
  const name = text.slice(start, end).trim()
  if (name === '') throw fail('has an empty step')
  return { name, end }
}

function readCondition(text: string, fail: (why: string) => Error): PathCondition {
  const equals = text.indexOf('=')
  if (equals === -1) {
    const not = text.startsWith('!')
    return { member: requireMember(text.slice(not ? 1 : 0), text, fail), values: undefined, not }
  }
  const not = text[equals - 1] === '!'
  const member = requireMember(text.slice(0, not ? equals - 1 : equals), text, fail)
  const values = text.slice(equals + 1).split('|')
  return { member, values: new Set(values.map((value) => value.trim())), not }
}

function requireMember(text: string, condition: string, fail: (why: string) => Error): string {
  const member = text.trim()
  if (member === '') throw fail(`has a condition without a member: [${condition}]`)
  return member
}

/** Returns the members of a path without list marks and conditions. */
export function namesOf({ steps }: RecipePath): string[] {
  return steps.map(({ name }) => name).filter((name) => name !== TEXT_MEMBER)
}
