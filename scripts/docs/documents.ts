import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository/root.ts'

/** A fenced code block of a document or doc comment. */
export interface Block {
  /** Path from the root of the repository. */
  readonly document: string
  /** Number of the block's first line, from 1. */
  readonly line: number
  /** Language after the fence: `ts`, `bash`, `text`, or empty. */
  readonly language: string
  /** Content of the comment `<!-- block: ... -->` above the fence, or empty. */
  readonly mark: string
  readonly code: string
}

const FENCE = /^(\s*)```(\w*)\s*$/
const MARK = /<!-- block: (.+?) -->/

function filesBelow(folder: string, ending: string): string[] {
  const path = join(ROOT, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !/(^|[\\/])(node_modules|dist|\.vitepress|generated)[\\/]/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
}

/** Returns the paths of all Markdown documents, relative to the root of the repository. */
export function documents(): string[] {
  const readmes = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`)
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'))
  const below = [...filesBelow('docs', '.md'), ...filesBelow('examples', '.md'), ...filesBelow('.changeset', '.md')]
  return [...top, 'bench/README.md', 'tools/tables/README.md', ...readmes, ...below]
    .filter((path) => existsSync(join(ROOT, path)))
    .sort()
}

/** Returns the paths of all source files with doc comments. */
export function sources(): string[] {
  return readdirSync(join(ROOT, 'packages')).flatMap((name) => filesBelow(`packages/${name}/src`, '.ts'))
}

/**
 * Returns the fenced blocks of a document.
 *
 * @throws Error for a fence without an end.
 */
export function blocksOf(document: string, text: string = readFileSync(join(ROOT, document), 'utf8')): Block[] {
  const blocks: Block[] = []
  const lines = text.split(/\r?\n/)
  let open: { readonly at: number; readonly language: string; readonly mark: string } | undefined
  let mark = ''
  for (const [at, line] of lines.entries()) {
    const fence = FENCE.exec(line)
    if (open === undefined) {
      if (fence !== null) open = { at, language: fence[2] ?? '', mark }
      if (line.trim() !== '') mark = MARK.exec(line)?.[1] ?? ''
    } else if (fence !== null && fence[2] === '') {
      const code = lines.slice(open.at + 1, at).join('\n')
      blocks.push({ document, line: open.at + 2, language: open.language, mark: open.mark, code })
      open = undefined
    }
  }
  if (open !== undefined) throw new Error(`${document}:${open.at + 1}: the block has no end`)
  return blocks
}

/** Returns the fenced blocks in doc comments of a source file, with their line numbers. */
export function commentBlocksOf(source: string): Block[] {
  const text = readFileSync(join(ROOT, source), 'utf8')
  if (!text.includes('```')) return []
  // Replace code by empty lines and remove comment markers, so that line numbers stay the same.
  let inComment = false
  const lines = text.split(/\r?\n/).map((line) => {
    const begins = /^\s*\/\*\*/.test(line)
    if (begins) inComment = true
    const kept = inComment ? line.replace(/^\s*\/?\*+\/? ?/, '').replace(/\s*\*\/\s*$/, '') : ''
    if (/\*\//.test(line)) inComment = false
    return kept
  })
  return blocksOf(source, lines.join('\n'))
}

/** Returns whether a block is TypeScript or JavaScript. */
export function isProgram({ language }: Block): boolean {
  return ['ts', 'typescript', 'js', 'javascript', 'mjs'].includes(language)
}

/** Returns document and line of a block, for messages. */
export function placeOf({ document, line }: Block): string {
  return `${document}:${line}`
}
