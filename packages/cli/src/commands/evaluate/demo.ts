import { type Command, command } from '../../command/command.ts'
import { byDefault, integer } from '../../command/option.ts'
import { runDemo } from '../../demo/run-demo.ts'
import { usageError } from '../../errors/cli-error.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { isAddress } from '../../place/storage-place.ts'

const SEED = 1

export const demoCommand: Command = command({
  name: 'demo',
  about: 'Run a demo: import sample feeds and show the results.',
  on: 'place',
  options: { seed: byDefault(integer('n', 'seed of the generated feeds', 0, Number.MAX_SAFE_INTEGER), SEED) },
  async run({ place, io, json, given: { seed } }) {
    if (isAddress(place) || isRemote(place)) {
      throw usageError('The demo needs its own folder, which it clears; name one with --data.')
    }
    await runDemo(io, { data: place, seed, json })
  },
})
