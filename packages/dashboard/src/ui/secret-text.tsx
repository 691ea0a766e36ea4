import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button.tsx'

/** A secret that is shown once, with a copy button. */
export function SecretText({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // Browsers provide the clipboard only on https. Without the clipboard users can select the text.
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
        {copied === 'failed' ? 'The browser does not allow copying: select the text.' : ''}
      </span>
    </div>
  )
}
