/** Commands that ignore repeats of a key that is held down: a repeat would decide a pair that nobody has seen. */
const ONCE: ReadonlySet<ReviewCommand> = new Set(['merge', 'dismiss', 'unsure', 'pin', 'undo'])

export type ReviewCommand = 'merge' | 'dismiss' | 'unsure' | 'next' | 'previous' | 'pin' | 'undo' | 'blind' | 'help'

/** Keys of the review page. The first key of each action is shown. */
export const REVIEW_KEYS: readonly {
  readonly command: ReviewCommand
  readonly keys: readonly string[]
  readonly about: string
}[] = [
  { command: 'merge', keys: ['m'], about: 'Same product: merge' },
  { command: 'dismiss', keys: ['d'], about: 'Different products: dismiss' },
  { command: 'unsure', keys: ['s'], about: 'Not sure: leave a note or a proposal, decide nothing' },
  { command: 'next', keys: ['n', 'j', 'ArrowRight'], about: 'Leave open, next pair' },
  { command: 'previous', keys: ['k', 'ArrowLeft'], about: 'Previous pair' },
  { command: 'pin', keys: ['p'], about: 'Pin a field' },
  { command: 'undo', keys: ['u'], about: 'Undo the last decision' },
  { command: 'blind', keys: ['b'], about: 'Blind mode on or off' },
  { command: 'help', keys: ['?'], about: 'Show or hide these keys' },
]

interface Stroke {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** Whether the event is a repeat of a key that is held down. */
  readonly repeat: boolean
}

/**
 * Returns the action of a key.
 *
 * @param isTyping - Whether the focus is in a field or dialog, where keys enter text.
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
