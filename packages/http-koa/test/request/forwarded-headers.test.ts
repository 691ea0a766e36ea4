import { expect, it } from 'vitest'
import { operatedApp } from '../support/operated-app.ts'

it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP'])('reports a request with %s once', async (name) => {
  const told: string[] = []
  const { fetch } = await operatedApp({ onForwarded: (header) => void told.push(header) })
  await fetch('/health')
  expect(told).toEqual([])
  for (let time = 0; time < 3; time++) await fetch('/health', { headers: { [name]: '192.0.2.1' } })
  expect(told).toEqual([name])
})
