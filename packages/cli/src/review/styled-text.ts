import stringWidth from 'string-width'

/** The style of a piece of text: a difference, important text, or less important text. */
export type Style = 'plain' | 'differs' | 'strong' | 'faint'

/** Text in one style. */
export interface Piece {
  readonly text: string
  readonly style: Style
}

/** Converts a piece to output. */
export type Paint = (piece: Piece) => string

const CODES: Readonly<Record<Style, string>> = { plain: '', differs: '1;33', strong: '1', faint: '2' }

/** Returns styles as terminal colours, or plain text. */
export function painter(colours: boolean): Paint {
  return ({ text, style }) => {
    const code = colours ? CODES[style] : ''
    return code === '' ? text : `\u001b[${code}m${text}\u001b[0m`
  }
}

/** Returns whether to use colours: on a terminal, unless `NO_COLOR` is set (no-color.org). */
export function usesColours(isTTY: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  return isTTY && env.TERM !== 'dumb' && (env.NO_COLOR ?? '') === ''
}

/** Puts brackets around differences, for output without colours. */
export function bracketed(pieces: readonly Piece[]): Piece[] {
  return pieces.map(({ text, style }) => (style === 'differs' ? { text: `[${text}]`, style } : { text, style }))
}

interface Letter {
  readonly text: string
  readonly style: Style
  readonly width: number
}

/**
 * Wraps text to a line width in terminal columns. A Chinese character takes two columns. Lines end at spaces; a word
 * longer than a line is broken between characters.
 *
 * @param width - 2 or more.
 * @param maxLines - Maximum lines; a longer text is cut and ends in `…`.
 */
export function wrapped(pieces: readonly Piece[], width: number, maxLines: number): Piece[][] {
  const lines: Letter[][] = []
  let rest = lettersOf(pieces)
  while (rest.length > 0 && lines.length < maxLines) {
    const end = lineEnd(rest, width)
    lines.push(rest.slice(0, end))
    rest = rest.slice(end)
    while (rest[0]?.text === ' ') rest = rest.slice(1)
  }
  const last = lines.at(-1)
  if (rest.length > 0 && last !== undefined) lines[lines.length - 1] = ellipsed(last, width)
  return lines.map((line) => piecesOf(trimmed(line)))
}

/** Returns the terminal columns of a line. */
export function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + stringWidth(text), 0)
}

const SEGMENTER = new Intl.Segmenter()

function lettersOf(pieces: readonly Piece[]): Letter[] {
  return pieces.flatMap(({ text, style }) =>
    lettersIn(text).map((letter) => ({ text: letter, style, width: letterWidth(letter) })),
  )
}

function lettersIn(text: string): string[] {
  return /^[ -~]*$/.test(text) ? [...text] : [...SEGMENTER.segment(text)].map(({ segment }) => segment)
}

/** Measuring a letter takes a hundred times as long as checking whether it must be measured. */
function letterWidth(letter: string): number {
  return /^[ -~]$/.test(letter) ? 1 : stringWidth(letter)
}

/** Returns the number of letters on the next line, at least one. */
function lineEnd(letters: readonly Letter[], width: number): number {
  let taken = 0
  let space: number | undefined
  for (const [at, letter] of letters.entries()) {
    if (letter.text === ' ') space = at
    taken += letter.width
    if (taken > width) return Math.max(1, space === undefined || space === 0 ? at : space)
  }
  return letters.length
}

function ellipsed(line: readonly Letter[], width: number): Letter[] {
  const kept = trimmed(line)
  while (kept.length > 0 && kept.reduce((sum, letter) => sum + letter.width, 0) > width - 1) kept.pop()
  return [...trimmed(kept), { text: '…', style: kept.at(-1)?.style ?? 'plain', width: 1 }]
}

function trimmed(line: readonly Letter[]): Letter[] {
  const end = line.findLastIndex(({ text }) => text !== ' ')
  return line.slice(0, end + 1)
}

/** Joins adjacent letters of one style to one piece. */
function piecesOf(letters: readonly Letter[]): Piece[] {
  const pieces: Piece[] = []
  for (const { text, style } of letters) {
    const last = pieces.at(-1)
    if (last?.style === style) pieces[pieces.length - 1] = { text: last.text + text, style }
    else pieces.push({ text, style })
  }
  return pieces
}
