import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { checkSync as CheckSync } from 'recheck'
import { ROOT } from '../repository/root.ts'

/** The result of checking whether a pattern takes more than linear time. */
export interface Verdict {
  readonly isLinear: boolean
  /** The slow part and its growth, or the reason why the verdict is unknown. */
  readonly detail: string
}

const CACHE = join(ROOT, 'node_modules/.cache/utpid/pattern-verdicts.json')
/**
 * Limit for the check of one pattern, as a number of read characters. A time limit would give other verdicts on a busy
 * machine.
 */
const TIMEOUT_MS = 120_000
const STEPS = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

/**
 * Checks with recheck (plain JavaScript) whether patterns take more than linear time. A verdict takes 100 ms on
 * average, but up to some seconds. Verdicts are therefore cached until the version of recheck changes.
 */
export class PatternVerdicts {
  readonly #check: typeof CheckSync
  readonly #version: string
  readonly #known: Map<string, Verdict>
  readonly #used = new Map<string, Verdict>()

  constructor() {
    // Set this before recheck is loaded: the other backends of recheck need a program in another language, or a thread.
    process.env.RECHECK_SYNC_BACKEND = 'pure'
    const require = createRequire(import.meta.url)
    this.#check = (require('recheck') as { checkSync: typeof CheckSync }).checkSync
    this.#version = (require('recheck/package.json') as { version: string }).version
    this.#known = this.#read()
  }

  of({ source, flags }: { source: string; flags: string }): Verdict {
    const key = `/${source}/${flags}`
    const verdict = this.#known.get(key) ?? this.#ask(source, flags)
    this.#used.set(key, verdict)
    return verdict
  }

  /** Saves the verdicts used in this run. */
  save(): void {
    mkdirSync(dirname(CACHE), { recursive: true })
    writeFileSync(CACHE, JSON.stringify({ version: this.#version, verdicts: [...this.#used] }))
  }

  #ask(source: string, flags: string): Verdict {
    const found = this.#check(source, flags, { timeout: TIMEOUT_MS, ...STEPS })
    if (found.status === 'safe') return { isLinear: true, detail: '' }
    if (found.status === 'vulnerable') {
      return { isLinear: false, detail: `${found.complexity.summary}, attacked by ${found.attack.pattern}` }
    }
    return { isLinear: false, detail: `recheck cannot tell: ${found.error.kind}` }
  }

  #read(): Map<string, Verdict> {
    try {
      const kept = JSON.parse(readFileSync(CACHE, 'utf8')) as { version: string; verdicts: [string, Verdict][] }
      return new Map(kept.version === this.#version ? kept.verdicts : [])
    } catch {
      return new Map()
    }
  }
}
