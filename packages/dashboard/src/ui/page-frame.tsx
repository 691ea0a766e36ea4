import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface PageFrameProps {
  readonly title: string
  readonly about?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page with its heading, which screen readers announce on navigation. */
export function PageFrame({ title, about, actions, children }: PageFrameProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Travel Product Registry`
    // Do not move the focus for the first page, which a screen reader reads from its start.
    if (document.activeElement !== document.body) heading.current?.focus()
  }, [title])
  return (
    <div class="page">
      <div class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {about !== undefined && <p class="dim">{about}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
