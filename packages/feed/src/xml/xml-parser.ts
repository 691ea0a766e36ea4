import { decodeHTMLStrict } from 'entities/decode'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { FeedError } from '../item/feed-error.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { shortName } from '../limits/long-cell.ts'

/** The parts of an XML document, in their order. An empty element is an `open` followed by a `close`. */
export interface XmlEvents {
  /** @param attributes - The attributes by their names with prefixes. Their object has no prototype. */
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  /** Part of the text between two tags: a text or a CDATA section. */
  text(text: string): void
  /** Called if a text, a comment or a list of attributes is too large. Its content is then incomplete. */
  oversize(what: XmlOversize): void
  /** Called for a character or an entity that XML does not allow, after which the document still is readable. */
  fault(message: string): void
  /** Called at the end of a comment or an instruction. */
  ignored?(): void
  /**
   * Called for an entity of HTML, such as `&eacute;`, before the text or tag that contains its character. Without this
   * function, such an entity is a fault.
   */
  htmlEntity?(entity: string, character: string): void
}

export type XmlOversize = 'text' | 'attributes'

/** Levels of nested elements in a document. A record has its own, lower limit. */
const DOCUMENT_LEVELS = 1_000
/** Pieces of this size keep the time of one `write` within some milliseconds. */
const PIECE_CHARACTERS = 64 * 1024

/** The state of saxes that grows with a token. The package is pinned to a version, and the tests prove these names. */
interface SaxesState {
  text: string
  name: string
  entity: string
  piTarget: string
  attribList: unknown[]
}

/**
 * The handlers of saxes. Its method `on` sets them by a computed name. V8 then stores the parser as a
 * hash table, and parsing takes five times as long.
 */
interface SaxesHandlers {
  openTagStartHandler: () => void
  openTagHandler: (tag: SaxesTagPlain) => void
  closeTagHandler: (tag: SaxesTagPlain) => void
  attributeHandler: () => void
  doctypeHandler: (text: string) => void
  commentHandler: (text: string) => void
  piHandler: () => void
  errorHandler: (error: Error) => void
  textHandler: (text: string) => void
  cdataHandler: (text: string) => void
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
])

/**
 * Parses XML in pieces, with memory that is bounded for any input: the parser stores at most about
 * `FEED_LIMITS.lineBytes` of one token, and drops the rest of a longer token.
 *
 * Never loads an external entity or DTD. Never expands an entity of a DTD.
 */
export class XmlParser {
  readonly #saxes: SaxesParser<{ xmlns: false; position: false }>
  readonly #events: XmlEvents
  readonly #name: string
  #definesEntities = false
  #lastClosed = ''
  #depth = 0
  #attributes = 0
  /** Characters since the last token that was complete. */
  #tokenCharacters = 0
  #hasToken = false

  /** @param name - Name of the document in messages. */
  constructor(events: XmlEvents, name: string) {
    this.#events = events
    this.#name = name
    this.#saxes = new SaxesParser({ xmlns: false, position: false })
    this.#saxes.ENTITIES = this.#entities()
    const onText = (text: string): void => {
      this.#hasToken = true
      events.text(text)
    }
    const handlers = this.#saxes as unknown as SaxesHandlers
    handlers.openTagStartHandler = () => this.#openStart()
    handlers.openTagHandler = (tag) => this.#open(tag)
    handlers.closeTagHandler = (tag) => this.#close(tag)
    handlers.attributeHandler = () => this.#attribute()
    handlers.doctypeHandler = (text) => this.#doctype(text)
    const onIgnored = (): void => {
      this.#hasToken = true
      events.ignored?.()
    }
    handlers.commentHandler = onIgnored
    handlers.piHandler = onIgnored
    handlers.errorHandler = (error) => this.#error(error.message)
    handlers.textHandler = onText
    handlers.cdataHandler = onText
  }

  /** 1-based line on which the last opening tag starts. */
  tagLine = 1

  /** Characters (UTF-16 units) up to the end of the last tag or text. */
  get position(): number {
    return this.#saxes.position
  }

  /**
   * Parses the next piece of the document. Handlers are called before the function returns.
   *
   * @throws {FeedError} `invalid_xml` or `xml_entities`. The events before are valid.
   */
  write(text: string): void {
    for (let from = 0; from < text.length; from += PIECE_CHARACTERS) {
      const piece = text.length <= PIECE_CHARACTERS ? text : text.slice(from, from + PIECE_CHARACTERS)
      this.#hasToken = false
      this.#saxes.write(piece)
      this.#tokenCharacters = this.#hasToken ? piece.length : this.#tokenCharacters + piece.length
      if (this.#tokenCharacters > FEED_LIMITS.lineBytes) this.#dropToken()
    }
  }

  /** @throws {FeedError} `truncated_xml` or `invalid_xml` */
  end(): void {
    this.#saxes.close()
  }

  #openStart(): void {
    // The character after the name is read already. It may be a line feed.
    this.tagLine = this.#saxes.column === 0 ? this.#saxes.line - 1 : this.#saxes.line
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    this.#hasToken = true
    this.#attributes = 0
    this.#depth += 1
    if (this.#depth > DOCUMENT_LEVELS)
      throw this.#invalid(`elements are nested more than ${DOCUMENT_LEVELS} levels deep`)
    this.#events.open(name, attributes)
  }

  #close({ name }: SaxesTagPlain): void {
    this.#hasToken = true
    this.#depth -= 1
    this.#lastClosed = name
    this.#events.close(name)
  }

  #attribute(): void {
    this.#hasToken = true
    this.#attributes += 1
    if (this.#attributes <= FEED_LIMITS.columns) return
    this.#state.attribList.length = 0
    this.#attributes = 0
    this.#events.oversize('attributes')
  }

  #dropToken(): void {
    const state = this.#state
    const nameCharacters = Math.max(state.name.length, state.entity.length, state.piTarget.length)
    if (nameCharacters > FEED_LIMITS.fieldNameCharacters) {
      throw state.entity.length === nameCharacters
        ? this.#looseAmpersand(state.entity)
        : this.#invalid('a name is longer than 1 MB')
    }
    state.text = ''
    this.#events.oversize('text')
  }

  #doctype(text: string): void {
    this.#hasToken = true
    this.#definesEntities = text.includes('<!ENTITY')
  }

  /** The entities of XML, and of HTML. Another name is a fault, and its text stays as written. */
  #entities(): Record<string, string> {
    return new Proxy<Record<string, string>>(Object.create(null) as Record<string, string>, {
      get: (_, name: string) => ENTITIES.get(name) ?? this.#unknownEntity(name),
    })
  }

  #unknownEntity(name: string): string {
    if (!/^[\p{L}_][\p{L}\p{N}_.-]{0,100}$/u.test(name)) throw this.#looseAmpersand(name)
    if (this.#definesEntities) {
      throw new FeedError(
        'xml_entities',
        `${this.#name}, line ${this.#saxes.line}: the text contains &${name};, an entity that the DOCTYPE defines. Such entities are never expanded; replace them by their text.`,
      )
    }
    const written = `&${name};`
    const character = decodeHTMLStrict(written)
    if (character !== written && this.#events.htmlEntity !== undefined) {
      this.#events.htmlEntity(written, character)
      return character
    }
    this.#events.fault(`The entity ${written} is not defined; replace it by its character, or write & as &amp;`)
    return written
  }

  #looseAmpersand(after: string): FeedError {
    const lines = after.split('\n', 1_000_000).length - 1
    const start = JSON.stringify(`&${after.slice(0, 20)}`)
    return this.#invalidOn(
      this.#saxes.line - lines,
      `an & is not followed by the name of an entity (${start}); write &amp;`,
    )
  }

  #error(message: string): void {
    const text = message.replace(/\.$/, '')
    if (text === 'the string "]]>" is disallowed in char data') return
    if (text === 'disallowed character' || text === 'malformed character entity') {
      this.#events.fault(`The record contains a character that XML does not allow; remove it`)
      return
    }
    if (text.startsWith('duplicate attribute')) {
      this.#events.fault('An element of the record has the same attribute twice; remove one')
      return
    }
    if (
      text.startsWith('unclosed tag') ||
      text === 'unexpected end' ||
      text === 'document must contain a root element'
    ) {
      throw new FeedError(
        'truncated_xml',
        `${this.#name} ends on line ${this.#saxes.line} before its last element is closed; fetch it again.`,
      )
    }
    throw this.#invalid(
      text === 'unexpected close tag' ? `the closing tag of <${shortName(this.#lastClosed)}> is missing` : text,
    )
  }

  #invalid(what: string): FeedError {
    return this.#invalidOn(this.#saxes.line, what)
  }

  #invalidOn(line: number, what: string): FeedError {
    return new FeedError('invalid_xml', `${this.#name} is not valid XML: on line ${line}, ${what}.`)
  }

  get #state(): SaxesState {
    return this.#saxes as unknown as SaxesState
  }
}
