import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button.tsx'

/** A text that is shown this once, to be copied. */
export function SecretText({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // Without https browsers have no clipboard; the text can be selected.
      setCopied('failed')
    }
  }
  return (
    <div class="secret">
      <span class="legend">{label}</span>
      <code>{text}</code>
      <Button isSmall onPress={() => void copy()}>
        {copied === 'yes' ? 'Copied' : 'Copy'}
      </Button>
      <span class="small" role="status">
        {copied === 'failed' ? 'The browser does not allow it here: select the text.' : ''}
      </span>
    </div>
  )
}
