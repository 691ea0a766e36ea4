import type { Advice } from '@utpid/core/operations'
import { printable } from '../text/printable.ts'

/**
 * Formats advice as a numbered list, most helpful first.
 *
 * @param title - The line above the list. Default: "Most helpful next steps:".
 */
export function adviceText(advice: readonly Advice[], title = 'Most helpful next steps:'): string {
  const lines = advice.map(({ message, command }, at) => {
    const use = command === undefined ? '' : ` Use ${command}`
    return `  ${at + 1}. ${printable(`${message}${use}`)}\n`
  })
  return `${title}\n${lines.join('')}`
}
