/** One for each time that a key is pressed: held, it would decide pairs that nobody has looked at. */
const ONCE: ReadonlySet<ReviewCommand> = new Set(['merge', 'dismiss', 'pin', 'undo'])

export type ReviewCommand = 'merge' | 'dismiss' | 'next' | 'previous' | 'pin' | 'undo' | 'blind' | 'help'

/** The keys of a sitting; the first of each is the one that is shown. */
export const REVIEW_KEYS: readonly {
  readonly command: ReviewCommand
  readonly keys: readonly string[]
  readonly about: string
}[] = [
  { command: 'merge', keys: ['m'], about: 'They are one: merge' },
  { command: 'dismiss', keys: ['d'], about: 'They are two: dismiss' },
  { command: 'next', keys: ['n', 'j', 'ArrowRight'], about: 'Leave it open, go on' },
  { command: 'previous', keys: ['k', 'ArrowLeft'], about: 'Back to the one before' },
  { command: 'pin', keys: ['p'], about: 'Pin a field' },
  { command: 'undo', keys: ['u'], about: 'Take the last decision back' },
  { command: 'blind', keys: ['b'], about: 'Blind mode on or off' },
  { command: 'help', keys: ['?'], about: 'Show or hide these keys' },
]

interface Stroke {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** It is held. */
  readonly repeat: boolean
}

/**
 * What a key does.
 *
 * @param isTyping - The key goes into a field or a dialog: there it is a letter.
 */
export function commandOf(
  { key, ctrlKey, metaKey, altKey, repeat }: Stroke,
  isTyping: boolean,
): ReviewCommand | undefined {
  if (isTyping || ctrlKey || metaKey || altKey) return undefined
  const wanted = key.length === 1 ? key.toLowerCase() : key
  const command = REVIEW_KEYS.find(({ keys }) => keys.includes(wanted))?.command
  return command !== undefined && repeat && ONCE.has(command) ? undefined : command
}
