import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** A text that attacks a pattern: a repeated part with a prefix and a suffix. */
export interface Attack {
  readonly prefix: string
  readonly pump: string
  readonly suffix: string
}

/** Returns an attack with about the given number of characters (UTF-16 units). */
export function attackText({ prefix, pump, suffix }: Attack, characters: number): string {
  const times = Math.max(1, Math.floor((characters - prefix.length - suffix.length) / pump.length))
  return `${prefix}${pump.repeat(times)}${suffix}`
}

/** Returns the parts of an attack as JSON, in ASCII. */
export function attackName({ prefix, pump, suffix }: Attack): string {
  return asciiText(`${JSON.stringify(prefix)} + ${JSON.stringify(pump)} ... + ${JSON.stringify(suffix)}`)
}

/** Replaces each character outside ASCII by an escape, as in JSON. */
export function asciiText(text: string): string {
  return text.replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Characters of every class that the parsers distinguish. The last characters are letters and marks of other scripts.
 */
export const CHARACTERS: readonly string[] = [
  ...' \t1aAx.,;:-_/\\&<>"\'([{)]}*★=@#+|°\nßé\u0301\u0316市区시ア温กяش\u00ad\u200bÂ',
]

/** Suffixes that make a match fail at its end. NUL is omitted, since readers reject it immediately. */
const SUFFIXES = ['\u0001', 'x']
/** Maximum number of characters that are tried from a character class. */
const SAMPLES = 3
const LARGE_REPEAT = 10

/**
 * Returns attacks on each repeating part of a pattern. The text of an attack reaches that part, repeats it and fails
 * after it.
 */
export function attacksOn({ source, flags }: { source: string; flags: string }): Attack[] {
  const isUnicode = flags.includes('u')
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: isUnicode })
  const attacks: Attack[] = []
  const visit = (node: AST.Pattern | AST.Alternative | AST.Element, prefix: string): void => {
    if (node.type === 'Pattern' || node.type === 'Group' || node.type === 'CapturingGroup') {
      for (const alternative of node.alternatives) visit(alternative, prefix)
    } else if (node.type === 'Alternative') {
      let before = prefix
      for (const element of node.elements) {
        visit(element, before)
        before += sampleOf(element, isUnicode)
      }
    } else if (node.type === 'Assertion' && (node.kind === 'lookahead' || node.kind === 'lookbehind')) {
      for (const alternative of node.alternatives) visit(alternative, prefix)
    } else if (node.type === 'Quantifier') {
      if (node.max >= LARGE_REPEAT) {
        for (const pump of samplesOf(node.element, isUnicode)) {
          for (const suffix of SUFFIXES) if (pump !== '') attacks.push({ prefix, pump, suffix })
        }
      }
      visit(node.element, prefix)
    }
  }
  visit(pattern, '')
  return attacks
}

/** Removes duplicate attacks. */
export function distinct(attacks: readonly Attack[]): Attack[] {
  return [...new Map(attacks.map((attack) => [attackName(attack), attack])).values()]
}

function sampleOf(node: AST.Element, isUnicode: boolean): string {
  return samplesOf(node, isUnicode)[0] ?? ''
}

/** Returns texts that match a part of a pattern. */
function samplesOf(node: AST.Element, isUnicode: boolean): string[] {
  switch (node.type) {
    case 'Character':
      return [String.fromCodePoint(node.value)]
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${node.raw}$`, isUnicode ? 'us' : 's')
      const found = CHARACTERS.filter((character) => one.test(character))
      return found.length <= SAMPLES ? found : [found[0], found[1], found.at(-1)].map(String)
    }
    case 'Quantifier':
      return samplesOf(node.element, isUnicode).map((sample) => sample.repeat(node.min))
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives
        .slice(0, SAMPLES)
        .map(({ elements }) => elements.map((element) => sampleOf(element, isUnicode)).join(''))
    default:
      return []
  }
}
