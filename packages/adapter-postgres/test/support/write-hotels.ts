import { type Registry, RegistryError } from '@utpid/core'
import { knownHotel, SUPPLIERS_OF_HOTEL } from './known-hotel.ts'
import type { HotelStep } from './written-hotels.ts'

const HOTELS_PER_IMPORT = 5
/** The number of imports per import that rewrites existing hotels. */
const REWRITE_EVERY = 3

export interface WritingHotels {
  /** The first hotel of this writer, and its first unused version number. */
  readonly from: number
  readonly version: number
  readonly trying: (step: HotelStep) => void
  readonly acknowledged: (step: HotelStep) => void
  /** Called after a rejected write. The write is then retried with another version. */
  readonly refused?: (error: RegistryError) => Promise<void>
  /** Whether to start another write. */
  readonly goesOn: () => boolean
}

/** Writes to a registry: imports of ten records and, at the same time, single records with idempotency keys. */
export async function writeHotels(registry: Registry, options: WritingHotels): Promise<void> {
  let version = options.version
  const step = async (
    numbers: readonly number[],
    write: (records: object[], idempotencyKey: string) => Promise<unknown>,
  ) => {
    while (options.goesOn()) {
      const tried = { version: ++version, numbers }
      options.trying(tried)
      try {
        await write(
          numbers.map((number) => knownHotel(number, tried.version)),
          `version ${tried.version}`,
        )
      } catch (error) {
        // Throws other errors: they are bugs of the test or of the program.
        if (options.refused === undefined || !(error instanceof RegistryError)) throw error
        await options.refused(error)
        continue
      }
      options.acknowledged(tried)
      return
    }
  }
  const imports = async (): Promise<void> => {
    for (let turn = 0; options.goesOn(); turn++) {
      const at = turn % REWRITE_EVERY === REWRITE_EVERY - 1 ? turn - 1 : turn
      const hotels = Array.from(
        { length: HOTELS_PER_IMPORT },
        (_, each) => options.from + at * HOTELS_PER_IMPORT + each,
      )
      const numbers = hotels.flatMap((hotel) => [hotel * SUPPLIERS_OF_HOTEL, hotel * SUPPLIERS_OF_HOTEL + 1])
      await step(numbers, (records) => registry.import(records))
    }
  }
  const single = async (): Promise<void> => {
    for (let hotel = options.from; options.goesOn(); hotel++) {
      const number = hotel * SUPPLIERS_OF_HOTEL + 2
      await step([number], ([record], idempotencyKey) => registry.upsert(record, { idempotencyKey }))
    }
  }
  await Promise.all([imports(), single()])
}
