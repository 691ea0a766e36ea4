import { type Block, isProgram, placeOf } from './documents.ts'

/**
 * What the comment `<!-- block: ... -->` above a block may say, parts separated by `; `:
 *
 * - `compile only, WHY`: it is not run
 * - `continues`: it is the rest of the block above it in its document
 * - `service`: it asks a service: one is started, and addresses and `UTPID_KEY` lead to it
 * - `postgres`: it needs a database: one is started, and `postgres://localhost/travel` leads to it
 * - `values`: what stands behind `//` on a line is the value of the expression before it
 *
 * of a `text` block: `prints`, the output of the program above it, or `prints in any order`.
 */
const MARKS = /^(compile only, .+|continues|service|postgres|values|prints|prints in any order)$/

/** A program of a document: one block, or several that continue each other. */
export interface Program {
  /** Name of its file. */
  readonly name: string
  readonly code: string
  readonly marks: readonly string[]
  /** Where it begins, for messages. */
  readonly place: string
  /** What it is to print, where the document says so. */
  readonly prints?: { readonly lines: readonly string[]; readonly inAnyOrder: boolean }
  /** @param line - Of the program, from 1. @returns the document and the line there. */
  lineOf(line: number): string
}

export function marksOf({ mark }: Block): string[] {
  return mark === '' ? [] : mark.split('; ')
}

/** Marks that nobody knows: a misspelt one would be passed over in silence. */
export function unknownMarks(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    marksOf(block)
      .filter((mark) => !MARKS.test(mark))
      .map((mark) => `${placeOf(block)}: "${mark}" is no mark of a block`),
  )
}

/** The programs of one document, in their order, each with what it is said to print. */
export function programsOf(blocks: readonly Block[], prefix: string): Program[] {
  const programs: Program[] = []
  for (const block of blocks) {
    const marks = marksOf(block)
    const last = programs.at(-1)
    const printed = marks.find((mark) => mark.startsWith('prints'))
    if (printed !== undefined) {
      if (last === undefined) throw new Error(`${placeOf(block)}: there is no program above it that could print this`)
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

/** Comments right behind the end of a `console.log(...)`: what it prints. */
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
