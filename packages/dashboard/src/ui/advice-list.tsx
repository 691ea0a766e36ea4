import type { Advice } from '@utpid/client'
import type { JSX } from 'preact'

/** Advice as a numbered list, most helpful first. */
export function AdviceList({ advice }: { readonly advice: readonly Advice[] }): JSX.Element {
  return (
    <ol class="advice" aria-label="Advice">
      {advice.map(({ code, about = '', message, command }) => (
        <li key={`${code} ${about}`}>
          {message}
          {code === 'doubtful' ? (
            <>
              {' '}
              <a href="#/review">Review the alerts</a>
            </>
          ) : (
            command !== undefined && (
              <div class="dim small">
                On the command line: <code>{command}</code>
              </div>
            )
          )}
        </li>
      ))}
    </ol>
  )
}
