export interface ShellWord {
  readonly text: string
  /** Whether the word is an operator that ends a command, such as `|`, `&&` or `;`. */
  readonly isOperator: boolean
}

const WORD = /\s*(?:(\|\||&&|[|;&])|(?:\d?[<>]{1,2}\s*\S+)|(#.*$)|((?:"(?:\\.|[^"])*"|'[^']*'|\\.|[^\s|;&"'])+))/y

/** Splits a line like a POSIX shell, with the syntax that documents use: quotes, pipes, redirections, comments. */
export function shellWords(line: string): ShellWord[] {
  const words: ShellWord[] = []
  WORD.lastIndex = 0
  for (let found = WORD.exec(line); found !== null && found[0] !== ''; found = WORD.exec(line)) {
    const [, operator, comment, word] = found
    if (comment !== undefined) break
    if (operator !== undefined) words.push({ text: operator, isOperator: true })
    else if (word !== undefined) words.push({ text: unquoted(word), isOperator: false })
  }
  return words
}

function unquoted(word: string): string {
  const inner = (text: string): string => text.replace(/\\(["\\$`])/g, '$1')
  return word.replace(/"((?:\\.|[^"])*)"|'([^']*)'|\\(.)/g, (_all, double, single, escaped) =>
    double === undefined ? (single ?? escaped) : inner(double),
  )
}
