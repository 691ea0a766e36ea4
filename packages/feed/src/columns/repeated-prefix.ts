import { keyWords } from '../keys/key-words.ts'

const MIN_COLUMNS = 4
const MIN_SHARE = 0.7

/** Returns the first word that most column names of a row share, as in `prop_name`, `prop_city`; undefined if none. */
export function repeatedPrefix(keys: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const key of keys) {
    const { words } = keyWords(key)
    if (words.length < 2) continue
    const [first = ''] = words
    counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const [word, count] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? ['', 0]
  return count >= MIN_COLUMNS && count >= keys.length * MIN_SHARE ? word : undefined
}

/** Returns a column name without a word at its start; undefined if it does not start with the word. */
export function withoutPrefix(key: string, prefix: string): string | undefined {
  const { words } = keyWords(key)
  return words.length > 1 && words[0] === prefix ? words.slice(1).join(' ') : undefined
}
