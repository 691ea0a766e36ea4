import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'

type Suggestion = Answers['suggest']['results'][number]

const MIN_CHARACTERS = 2
const MAX_SHOWN = 6
const TYPING_MS = 120

interface SuggestionsProps {
  readonly typed: string
  readonly onChoose: (parameter: Suggestion['parameter'], value: string) => void
}

/** Optional suggestions while typing. */
export function Suggestions({ typed, onChoose }: SuggestionsProps): JSX.Element | null {
  const [found, setFound] = useState<readonly Suggestion[]>([])
  useEffect(() => {
    if (typed.trim().length < MIN_CHARACTERS) {
      setFound([])
      return undefined
    }
    const end = new AbortController()
    const timer = setTimeout(() => {
      api.suggest({ q: typed.trim(), limit: MAX_SHOWN }, { signal: end.signal }).then(
        ({ results }) => setFound(results),
        () => setFound([]),
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [typed])
  if (found.length === 0) return null
  return (
    <ul class="chips" aria-label="Suggestions">
      {found.map(({ kind, text, country, parameter, value }) => (
        <li key={`${kind} ${value}`}>
          <button type="button" class="chip" onClick={() => onChoose(parameter, value)}>
            {text}
            <span class="dim">{country === undefined ? kind : `${kind}, ${country}`}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
