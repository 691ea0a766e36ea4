import type { ComponentChildren, JSX } from 'preact'
import { linkTo } from '../routing/place.ts'
import { ageOf, likelihood, percent, timeText } from './show-values.ts'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent'

export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>
}

/** A relative time, with the exact time in its title. */
export function When({ at }: { readonly at: string | null | undefined }): JSX.Element {
  if (at === null || at === undefined) return <span class="dim">never</span>
  return (
    <time class="nowrap" dateTime={at} title={timeText(at)}>
      {ageOf(at, Date.now())}
    </time>
  )
}

/** A probability as a bar with a number. */
export function Confidence({ value }: { readonly value: number }): JSX.Element {
  return (
    <span class="confidence">
      <Bar share={value} />
      {percent(value)}
    </span>
  )
}

/** Like {@link Confidence}, for the confidence of a model, which never reaches 100 %. */
export function ModelConfidence({ value }: { readonly value: number }): JSX.Element {
  return (
    <span class="confidence">
      <Bar share={value} />
      {likelihood(value)}
    </span>
  )
}

/** Bar for a share from 0 to 1. The number is displayed next to the bar. */
export function Bar({ share, tone = '' }: { readonly share: number; readonly tone?: string }): JSX.Element {
  return (
    <span class={`meter ${tone}`} aria-hidden="true">
      <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </span>
  )
}

export function ProductLink({
  utpid,
  children,
}: {
  readonly utpid: string
  readonly children?: ComponentChildren
}): JSX.Element {
  return (
    <a href={linkTo(['registry', utpid])} class={children === undefined ? 'mono nowrap' : ''}>
      {children ?? utpid}
    </a>
  )
}

/** Shows a URL of a supplier. The URL becomes a link only for http and https. */
export function WebText({ text }: { readonly text: string }): JSX.Element {
  if (!/^https?:\/\//i.test(text)) return <>{text}</>
  return (
    <a href={text} rel="noopener noreferrer nofollow" target="_blank">
      {text}
    </a>
  )
}
