/**
 * The error for a copy that can no longer follow its primary and must be replaced. The message gives the reason as a
 * sentence.
 */
export class CopyOutdated extends Error {
  override readonly name: string = 'CopyOutdated'
}
