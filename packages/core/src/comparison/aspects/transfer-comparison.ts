import type { TransferEndFeatures } from '../../features/record-features.ts'
import { distanceInMeters } from '../../geo/distance.ts'
import { defined } from '../../model/defined.ts'
import type { RecordContent, TransferEnd } from '../../model/supplier-record.ts'
import type { Comparison } from '../comparison.ts'

const SAME_END_METERS = 3_000

/** Compares the start and end of two transfers, by code, place and name. */
export const routeComparison: Comparison = {
  name: 'route',
  description: 'Whether two transfers run between the same places.',
  levels: ['same', 'one_end', 'unknown', 'reversed', 'different'],
  isPresent: ({ transfer }) => transfer !== undefined,
  hasKeys: true,
  compare: (left, right) => {
    const a = left.transfer
    const b = right.transfer
    if (a === undefined || b === undefined) return 'unknown'
    const from = endsAgree(a.from, b.from)
    const to = endsAgree(a.to, b.to)
    if (from === false || to === false) {
      return endsAgree(a.from, b.to) === true && endsAgree(a.to, b.from) === true ? 'reversed' : 'different'
    }
    if (from === undefined && to === undefined) return 'unknown'
    return from === true && to === true ? 'same' : 'one_end'
  },
  fieldOf: ({ transfer }) => defined({ transfer }),
  show: ({ transfer }) => (transfer === undefined ? undefined : `${showEnd(transfer.from)} - ${showEnd(transfer.to)}`),
}

/** Compares the vehicle and whether it is shared: a shared shuttle is not a private car. */
export const rideComparison: Comparison = {
  name: 'ride',
  description: 'Whether two transfers are the same kind of ride: private or shared, the same vehicle.',
  levels: ['same', 'unknown', 'other_vehicle', 'other_sharing'],
  isPresent: ({ transfer }) => transfer !== undefined,
  compare: ({ transfer: a }, { transfer: b }) => {
    if (a === undefined || b === undefined) return 'unknown'
    if (a.sharing !== 0 && b.sharing !== 0 && a.sharing !== b.sharing) return 'other_sharing'
    if (a.seats !== 0 && b.seats !== 0) return a.seats === b.seats ? 'same' : 'other_vehicle'
    if (a.vehicle === 0 || b.vehicle === 0) return 'unknown'
    return a.vehicle === b.vehicle ? 'same' : 'other_vehicle'
  },
  fieldOf: ({ transfer }) => defined({ transfer }),
  show: ({ transfer }: RecordContent) =>
    [transfer?.shared === undefined ? undefined : transfer.shared ? 'shared' : 'private', transfer?.vehicle]
      .filter(Boolean)
      .join(' ') || undefined,
}

/** Reports whether two transfer ends agree; undefined if one end lacks the values. */
function endsAgree(a: TransferEndFeatures | undefined, b: TransferEndFeatures | undefined): boolean | undefined {
  if (a === undefined || b === undefined) return undefined
  if (a.code !== 0 && a.code === b.code) return true
  if (a.coordinates !== undefined && b.coordinates !== undefined) {
    return distanceInMeters(a.coordinates, b.coordinates) <= SAME_END_METERS
  }
  if (a.words.length === 0 || b.words.length === 0) return a.code !== 0 && b.code !== 0 ? false : undefined
  const shared = a.words.filter((word) => b.words.includes(word)).length
  return shared * 2 >= Math.min(a.words.length, b.words.length)
}

function showEnd(end: TransferEnd | undefined): string {
  return end?.name ?? end?.code ?? end?.coordinates?.join(', ') ?? '?'
}
