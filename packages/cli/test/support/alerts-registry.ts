import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DuplicateAlert, Product } from '@utpid/core'
import type { AlertList } from '@utpid/core/operations'
import { generateFeeds, toJsonLine } from '@utpid/generator'
import { newFolder, temporaryFolder } from '@utpid/testing'
import { runCli } from './run-cli.ts'

/** A record of the feed, with its supplier and code. */
export interface FeedRecord {
  readonly source: string
  readonly sourceId: string
}

/** A registry of invented feeds with open alerts. Each test file creates it once. */
export class AlertsRegistry {
  /** The folder to remove; the caller removes it. */
  readonly folder: string = newFolder()
  readonly #data: string = join(this.folder, 'data')
  /** The feed, one record a line. */
  readonly feed: string = join(this.folder, 'feed.jsonl')

  async make(): Promise<void> {
    const { records } = generateFeeds({ seed: 11, products: 150 })
    writeFileSync(this.feed, [...records].map(toJsonLine).join(''))
    await runCli(['import', this.feed, '--data', this.#data])
  }

  /** Returns the records of a supplier in the feed. */
  records(supplier: string): FeedRecord[] {
    const lines = readFileSync(this.feed, 'utf8').trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as FeedRecord).filter(({ source }) => source === supplier)
  }

  /** Copies the registry to a separate folder and removes that folder after the test. */
  copy(): string {
    const data = join(temporaryFolder(), 'data')
    cpSync(this.#data, data, { recursive: true })
    return data
  }
}

/** Returns the JSON output of a command. */
export async function jsonOf<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await runCli([...args, '--json'])
  if (code !== 0) throw new Error(`utpid ${args.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out) as T
}

export async function alertsOf(data: string, ...args: string[]): Promise<readonly DuplicateAlert[]> {
  return (await jsonOf<AlertList>('alerts', '--data', data, '--limit', '1000', ...args)).alerts
}

export async function productOf(data: string, utpid: string): Promise<Product> {
  return jsonOf<Product>('get', utpid, '--data', data)
}
