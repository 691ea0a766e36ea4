import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

interface PanelProps {
  readonly title: ComponentChildren
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

export function Panel({ title, aside, children }: PanelProps): JSX.Element {
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <div class="row">{aside}</div>}
      </div>
      <div class="panel-body">{children}</div>
    </section>
  )
}
