import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { messageOf } from '../data/api/api.ts'
import type { Session } from '../data/api/session.ts'
import { may } from '../data/api/session.ts'
import { signOut } from '../data/api/sign-in.ts'
import type { Page } from '../routing/page.ts'
import { linkTo } from '../routing/place.ts'
import { place } from '../routing/route.ts'
import icon from '../style/icon.svg'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { chooseTheme, type Theme, theme } from '../ui/theme.ts'
import { showToast, Toasts } from '../ui/toasts.tsx'
import { LazyPage } from './lazy-page.tsx'
import { PAGES } from './page-table.ts'

const GROUPS = [undefined, 'Registry', 'Account'] as const
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** The menu and the current page. */
export function Shell({ session }: { readonly session: Session }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const pages = PAGES.filter(({ scopes }) => scopes.length === 0 || may(...scopes))
  const [name = pages[0]?.name, ...rest] = place.value.path
  const page = pages.find((each) => each.name === name)
  // Navigation closes the menu.
  useEffect(() => setOpen(false), [place.value])
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={skipToMain}>
        Skip to content
      </button>
      <div class="top-bar">
        <Brand />
        <button
          type="button"
          class="button small"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      </div>
      <div class={`side ${isOpen ? 'open' : ''}`} id="menu">
        <Brand />
        <Menu pages={pages} current={page?.name} />
        <WhoIsIn session={session} />
      </div>
      <main class="main" id="main" tabIndex={-1}>
        {page === undefined ? (
          <Empty title="This page does not exist, or you have no access">
            <a href="#/">Go to the start page</a>
          </Empty>
        ) : (
          <LazyPage key={page.name} page={page} rest={rest} query={place.value.query} />
        )}
      </main>
      <Toasts />
    </div>
  )
}

/**
 * Moves the focus to the page. A button runs this function: a link would change the part of the URL after `#`, which
 * selects the page.
 */
function skipToMain(): void {
  document.querySelector<HTMLElement>('#main')?.focus()
}

function Brand(): JSX.Element {
  return (
    <a class="brand" href="#/">
      <img src={icon} alt="" />
      Product Registry
    </a>
  )
}

function Menu({
  pages,
  current,
}: {
  readonly pages: readonly Page[]
  readonly current: string | undefined
}): JSX.Element {
  return (
    <nav class="nav" aria-label="Pages">
      {GROUPS.map((group) => {
        const own = pages.filter((page) => page.group === group)
        if (own.length === 0) return null
        return (
          <div key={group ?? 'top'}>
            {group !== undefined && <div class="nav-group">{group}</div>}
            <ul>
              {own.map(({ name, title }) => (
                <li key={name}>
                  <a class="moves" href={linkTo([name])} aria-current={name === current ? 'page' : undefined}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function WhoIsIn({ session }: { readonly session: Session }): JSX.Element {
  const { account, member, key } = session
  const leave = async (): Promise<void> => {
    try {
      await signOut()
    } catch (error) {
      showToast(messageOf(error), { isBad: true })
    }
  }
  return (
    <div class="side-foot">
      <div>
        <strong>{account.name}</strong>
        <div class="dim">{member === null ? `Key “${key?.name ?? ''}”` : `${member.name}, ${member.role}`}</div>
      </div>
      <label class="row apart">
        <span class="dim">Theme</span>
        <select value={theme.value} onChange={({ currentTarget }) => chooseTheme(currentTarget.value as Theme)}>
          {THEMES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <div class="row apart">
        <a href="docs">API docs</a>
        <Button kind="quiet" isSmall onPress={() => void leave()}>
          Sign out
        </Button>
      </div>
    </div>
  )
}
