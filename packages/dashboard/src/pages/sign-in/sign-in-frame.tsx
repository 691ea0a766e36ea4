import type { ComponentChildren, JSX } from 'preact'
import icon from '../../style/icon.svg'
import './sign-in.css'

/** Frame of the pages before sign-in. */
export function SignInFrame({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <main class="door">
      <div class="door-card">
        <div class="brand">
          <img src={icon} alt="" />
          Travel Product Registry
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
