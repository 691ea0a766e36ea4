import { FeedError } from '../../item/feed-error.ts'
import { FEED_LIMITS } from '../../limits/feed-limits.ts'

/** The elements that say where the cells of a sheet are. */
export type SheetElement = 'row' | 'c' | 'f' | 'dimension'

/** A piece of the XML of a sheet. All pieces together are the XML. */
export interface SheetPiece {
  readonly text: string
  /** The element of the tag that the piece is; undefined for other text. */
  readonly element: SheetElement | undefined
  readonly kind: 'open' | 'close' | 'empty' | undefined
  /** The prefix of the tag, with its colon. */
  readonly prefix: string
}

/** A tag of an element, or the start of a part that may contain the text of a tag. */
const STARTS = /<(?:(!--|!\[CDATA\[|\?|!DOCTYPE)|(\/?)([^\s<>/:!?]+:)?(row|c|f|dimension)(?=[\s/>]))/g
/** The rest of a tag. Linear: each part starts with another character. */
const TAG_REST = /[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y
const ENDS: Readonly<Record<string, string>> = { '!--': '-->', '![CDATA[': ']]>', '?': '?>' }
/** Above this size a tag is refused. The reader refuses such a row. */
const TAG_CHARACTERS_MAX = 4 * FEED_LIMITS.lineBytes

/**
 * Cuts the XML of a sheet into the tags of its rows and cells and the text between them. The XML must be well-formed:
 * the reader checks it.
 */
export class SheetScanner {
  readonly #name: string
  #held = ''
  /** The end of the comment, CDATA section or instruction that the next text belongs to. */
  #until: string | undefined

  /** @param name - Name of the workbook in messages. */
  constructor(name: string) {
    this.#name = name
  }

  /**
   * Yields the pieces that are complete with the next text: one character for each byte.
   *
   * @throws {FeedError} `invalid_workbook` if the sheet has a document type; `workbook_too_large`
   */
  *cut(next: string): Generator<SheetPiece, void, undefined> {
    const text = this.#held + next
    this.#held = ''
    let from = 0
    let at = 0
    while (at < text.length) {
      if (this.#until !== undefined) {
        const end = text.indexOf(this.#until, at)
        if (end === -1) {
          // The end may be split.
          at = Math.max(at, text.length - this.#until.length + 1)
          this.#hold(text.slice(at))
          if (at > from) yield other(text.slice(from, at))
          return
        }
        at = end + this.#until.length
        this.#until = undefined
        continue
      }
      STARTS.lastIndex = at
      const found = STARTS.exec(text)
      if (found === null) {
        const end = incompleteFrom(text, at)
        this.#hold(text.slice(end))
        if (end > from) yield other(text.slice(from, end))
        return
      }
      const [start, special, slash, prefix = '', element] = found
      const after = found.index + start.length
      if (special !== undefined) {
        if (special === '!DOCTYPE') throw this.#refused('its sheet has a document type')
        this.#until = ENDS[special]
        at = after
        continue
      }
      TAG_REST.lastIndex = after
      if (!TAG_REST.test(text)) {
        this.#hold(text.slice(found.index))
        if (found.index > from) yield other(text.slice(from, found.index))
        return
      }
      at = TAG_REST.lastIndex
      if (found.index > from) yield other(text.slice(from, found.index))
      const kind = slash === '/' ? 'close' : text[at - 2] === '/' ? 'empty' : 'open'
      yield { text: text.slice(found.index, at), element: element as SheetElement, kind, prefix }
      from = at
    }
    if (at > from) yield other(text.slice(from, at))
  }

  /** Returns the text after the last piece. It is empty if the XML is well-formed. */
  end(): string {
    return this.#held
  }

  #hold(text: string): void {
    if (text.length > TAG_CHARACTERS_MAX) {
      throw new FeedError('workbook_too_large', `A tag in the sheet of ${this.#name} exceeds 4 MB; save it again.`)
    }
    this.#held = text
  }

  #refused(what: string): FeedError {
    return new FeedError('invalid_workbook', `${this.#name} cannot be copied: ${what}. Save it again.`)
  }
}

function other(text: string): SheetPiece {
  return { text, element: undefined, kind: undefined, prefix: '' }
}

/** Returns the index of a tag or section at the end of a text that is not complete; else the end of the text. */
function incompleteFrom(text: string, at: number): number {
  const last = text.lastIndexOf('<')
  return last < at || text.includes('>', last) ? text.length : last
}

/** Returns an attribute of a tag without a prefix, as written. */
export function attributeIn(tag: string, name: 'r' | 's' | 'ref' | 'spans'): string | undefined {
  const found = ATTRIBUTES[name].exec(tag)
  return found === null ? undefined : (found[1] ?? found[2])
}

/** Returns a tag with another value of an attribute that it has. The value is ASCII without quotes. */
export function withAttribute(tag: string, name: 'ref' | 'spans', value: string): string {
  return tag.replace(ATTRIBUTES[name], (found) => {
    const quote = found.at(-1) as string
    return `${found.slice(0, found.lastIndexOf(quote, found.length - 2) + 1)}${value}${quote}`
  })
}

const ATTRIBUTES = {
  r: attribute('r'),
  s: attribute('s'),
  ref: attribute('ref'),
  spans: attribute('spans'),
} as const

/** Matches a tag up to the end of an attribute. The texts in its values are skipped. */
function attribute(name: string): RegExp {
  // linear: it starts at the start of the tag, and each of its parts ends with a character that the part cannot contain.
  return new RegExp(
    `^<[^\\s>]+(?:\\s+[^\\s=>"']+\\s*=\\s*(?:"[^"]*"|'[^']*'))*?\\s+${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`,
  )
}
