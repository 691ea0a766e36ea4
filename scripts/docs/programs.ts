import { type Block, isProgram, placeOf } from './documents.ts'

/**
 * Marks in the comment `<!-- block: ... -->` above a block, separated by `; `:
 *
 * - `compile only, WHY`: the block is not run
 * - `continues`: the block continues the previous block of its document
 * - `service`: starts a service; addresses and `UTPID_KEY` point to it
 * - `postgres`: starts a database; `postgres://localhost/travel` points to it
 * - `values`: text after `//` is the value of the expression before it
 *
 * Marks of a `text` block: `prints` (the output of the program above it) or `prints in any order`.
 */
const MARKS = /^(compile only, .+|continues|service|postgres|values|prints|prints in any order)$/

/** A program of a document: one block, together with the blocks that continue it. */
export interface Program {
  /** File name. */
  readonly name: string
  readonly code: string
  readonly marks: readonly string[]
  /** Document and line where the program starts, for messages. */
  readonly place: string
  /** The documented output, if any. */
  readonly prints?: { readonly lines: readonly string[]; readonly inAnyOrder: boolean }
  /**
   * @param line - Line of the program, from 1.
   * @returns document and line.
   */
  lineOf(line: number): string
}

export function marksOf({ mark }: Block): string[] {
  return mark === '' ? [] : mark.split('; ')
}

/** Returns a message for each unknown mark. A misspelt mark would otherwise be ignored. */
export function unknownMarks(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    marksOf(block)
      .filter((mark) => !MARKS.test(mark))
      .map((mark) => `${placeOf(block)}: "${mark}" is not a block mark`),
  )
}

/** Returns the programs of one document in order, with the documented output of each program. */
export function programsOf(blocks: readonly Block[], prefix: string): Program[] {
  const programs: Program[] = []
  for (const block of blocks) {
    const marks = marksOf(block)
    const last = programs.at(-1)
    const printed = marks.find((mark) => mark.startsWith('prints'))
    if (printed !== undefined) {
      if (last === undefined) throw new Error(`${placeOf(block)}: no program above this block could print it`)
      const prints = { lines: block.code.split('\n'), inAnyOrder: printed.endsWith('any order') }
      programs.splice(-1, 1, { ...last, prints })
    } else if (isProgram(block)) {
      const name = `${prefix}-${programs.length}.${block.language.startsWith('t') ? 'ts' : 'mjs'}`
      const own = oneBlock(block, name, marks)
      if (marks.includes('continues') && last !== undefined) programs.splice(-1, 1, joined(last, own))
      else programs.push(own)
    }
  }
  return programs
}

function oneBlock(block: Block, name: string, marks: readonly string[]): Program {
  const lines = printedComments(block.code)
  return {
    name,
    code: block.code,
    marks,
    place: placeOf(block),
    ...(lines.length > 0 && { prints: { lines, inAnyOrder: false } }),
    lineOf: (line) => `${block.document}:${block.line + line - 1}`,
  }
}

function joined(first: Program, rest: Program): Program {
  const length = first.code.split('\n').length
  const lines = [...(first.prints?.lines ?? []), ...(rest.prints?.lines ?? [])]
  return {
    ...first,
    code: `${first.code}\n${rest.code}`,
    marks: [...first.marks, ...rest.marks],
    ...(lines.length > 0 && { prints: { lines, inAnyOrder: false } }),
    lineOf: (line) => (line <= length ? first.lineOf(line) : rest.lineOf(line - length)),
  }
}

/** Returns the comments directly after each `console.log(...)`: the documented output. */
function printedComments(code: string): string[] {
  const found: string[] = []
  let isPrinting = false
  let isAfter = false
  for (const line of code.split('\n')) {
    const comment = /^\s*\/\/ (.*)$/.exec(line)?.[1]
    if (comment !== undefined && isAfter) found.push(comment)
    else {
      if (/^\s*console\.log\(/.test(line)) isPrinting = true
      isAfter = isPrinting && /\)$/.test(line.trimEnd())
      if (isAfter) isPrinting = false
    }
  }
  return found
}
