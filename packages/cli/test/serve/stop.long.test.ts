import { expect, it, onTestFinished } from 'vitest'
import { OwnServer } from '../../../adapter-postgres/test/support/server/own-server.ts'
import { Balancer } from '../support/balancer.ts'
import { type Answer, KeptClient, MATCH_BODY } from '../support/reused-client.ts'
import { servingChild } from '../support/served-process.ts'

it('loses no request of two instances that are terminated in turn', { timeout: 120_000 }, async () => {
  const postgres = await OwnServer.start()
  const env = { UTPID_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), UTPID_SHUTDOWN_NOTICE_SECONDS: '1' }
  const balancer = await Balancer.start()
  const first = await servingChild(postgres.url, env)
  await balancer.set('one', first.address)
  const second = await servingChild(postgres.url, env)
  await balancer.set('two', second.address)
  const client = new KeptClient(balancer.address, first.key)
  onTestFinished(() => client.close())
  const answers: Answer[] = []
  let isOver = false
  const askers = Array.from({ length: 12 }, async (_, at) => {
    while (!isOver) {
      answers.push(
        await (at % 3 === 0
          ? client.ask('/registry/match', MATCH_BODY)
          : client.ask('/registry/search?q=adlon&limit=5')),
      )
    }
  })
  const more = async (): Promise<void> => {
    const before = answers.length
    while (answers.length < before + 100) await new Promise((resolve) => void setImmediate(resolve))
  }
  await more()
  first.process.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  await more()
  await balancer.set('one', (await servingChild(postgres.url, env)).address)
  second.process.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  await more()
  isOver = true
  await Promise.all(askers)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  for (const { log } of [first, second]) {
    expect(log()).toContain('"msg":"stopped"')
    expect(log()).not.toMatch(/"level":"error"|cut off/)
  }
})
