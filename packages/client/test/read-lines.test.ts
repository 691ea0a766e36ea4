import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from '../src/index.ts'

test('lines do not depend on the chunks of a stream, even if a character is split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '').toWellFormed())),
      fc.array(fc.nat({ max: 7 })),
      fc.boolean(),
      async (lines, cuts, isEnded) => {
        const bytes = new TextEncoder().encode(lines.join('\n') + (isEnded ? '\n' : ''))
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            let at = 0
            for (const cut of cuts) {
              controller.enqueue(bytes.subarray(at, at + cut))
              at += cut
            }
            controller.enqueue(bytes.subarray(at))
            controller.close()
          },
        })
        const read: string[] = []
        for await (const line of readLines(stream)) read.push(line)
        expect(read).toEqual(lines.filter((line) => line !== ''))
      },
    ),
  )
})
