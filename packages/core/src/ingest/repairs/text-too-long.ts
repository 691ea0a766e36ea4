import { LIMITS } from '../../model/limits.ts'

/**
 * The error for a text of a length that no supplier intends. The parser rejects the record, since a cut would hide the
 * problem of the feed.
 */
export class TextTooLong extends Error {
  readonly field: string
  readonly #isOurs = true

  constructor(field: string, characters: number) {
    const max = LIMITS.cellCharacters.toLocaleString('en')
    super(
      `The text has ${characters.toLocaleString('en')} characters; a text may have ${max}. Shorten it, or leave it out.`,
    )
    this.field = field
  }

  /**
   * Reports whether a thrown value is a TextTooLong. The function avoids `instanceof`, which reads the prototype of a
   * hostile proxy.
   */
  static is(thrown: unknown): thrown is TextTooLong {
    return typeof thrown === 'object' && thrown !== null && #isOurs in thrown && thrown.#isOurs
  }
}

/**
 * Checks the length of a text.
 *
 * @throws {TextTooLong}
 */
export function checkTextLength(text: string, field: string): void {
  if (text.length > LIMITS.cellCharacters) throw new TextTooLong(field, text.length)
}
