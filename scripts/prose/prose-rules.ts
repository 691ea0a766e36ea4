import type { TextKind } from './texts-of-source.ts'

/** Maximum number of words of a sentence that people understand in one reading. */
export const MAX_WORDS = 35

interface ProseRule {
  readonly pattern: RegExp
  readonly advice: string
}

/** The start of a sentence, or of the text after a colon. */
const START = String.raw`(?:^|[.!?;:]\s|@\w+ (?:\w+ - )?)`

const RULES: readonly ProseRule[] = [
  {
    pattern: new RegExp(
      `${START}(What|Whoever|Whatever|Whichever|One that|One who|Those of|Those that|Those who|That which|So many|Who)\\b`,
    ),
    advice: 'name the subject: a noun instead of "what", "whoever", "one that", "those of", "so many"',
  },
  {
    pattern: new RegExp(`${START}(Of (?:a|an|the|each|those|these|all|two|one|several|what|which))\\b`),
    advice: 'begin with the subject instead of "of"',
  },
  { pattern: /\b(unless given|unless said)\b/i, advice: 'say `Default: ...`' },
  { pattern: /\banew\b/i, advice: 'say "again" or "new"' },
  { pattern: /\blately\b/i, advice: 'say "recently"' },
  { pattern: /\b(beside)\b/i, advice: 'say "next to", "in addition to" or "while"' },
  { pattern: /\b(begins?|begun)\b/i, advice: 'say "start"' },
  {
    pattern: /\b(henceforth|thereby|therein|thereof|whereof|wherein|hence|whence|thence|lest|ere|albeit|upon)\b/i,
    advice: 'use a word of today',
  },
  {
    pattern: /\b(told|untold|heeds?|heeded|minds|minded)\b/i,
    advice: 'code does things: it is not told, heeded or minded',
  },
  {
    pattern: /\b(laid aside|lets go|let go|gives way|give way|put right|made good|makes good|taken for|in vain)\b/i,
    advice: "use the field's verb",
  },
]
/** The only rule that applies to names of parameters. */
const NAME_RULE: ProseRule = {
  pattern: /\b\w+(?:Most|Least)\b|\b[A-Z_]+_(?:MOST|LEAST)\b/,
  advice: 'name a limit max... or min...',
}
const PARAMETER_NAME = /(@param )\w+(?= - )/g
/** A list of words without punctuation, such as the articles of a language, or lower-case words without commas. */
const WORD_LIST = /^(?:[\p{L}\p{M}\p{N}'\s]+|[^\p{Lu}.,:]+)$/u

/** A phrase that is hard to read. */
export interface ProseFinding {
  readonly words: string
  readonly advice: string
}

/**
 * Finds coined subjects, old words and sentences that are too long.
 *
 * @param text - Text on one line.
 */
export function proseFindings(text: string, kind: TextKind = 'comment'): ProseFinding[] {
  const prose = text.replace(PARAMETER_NAME, '$1x')
  const findings = [...RULES.flatMap((rule) => found(rule, prose)), ...found(NAME_RULE, text)]
  return kind !== 'comment' && WORD_LIST.test(text) ? findings : [...findings, ...longSentences(prose)]
}

function found({ pattern, advice }: ProseRule, text: string): ProseFinding[] {
  const match = pattern.exec(text)
  if (match === null || isQuestion(text, match.index + match[0].length)) return []
  return [{ words: match[1] ?? match[0], advice }]
}

/** A question may start with "what" or "who". */
function isQuestion(text: string, from: number): boolean {
  return /^[^.!]*\?/.test(text.slice(from))
}

function longSentences(text: string): ProseFinding[] {
  return text
    .split(/(?<=[.!?:;])\s+|\s*@\w+ (?:\w+ - )?|\s[-|] /)
    .map((sentence) => sentence.split(' '))
    .filter((words) => words.length > MAX_WORDS)
    .map((words) => ({
      words: `${words.slice(0, 8).join(' ')} ...`,
      advice: `${words.length} words; divide the sentence`,
    }))
}
