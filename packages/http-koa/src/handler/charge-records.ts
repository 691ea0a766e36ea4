import type { Reservation } from '@utpid/service/internal'
import type { Call } from '../route/route.ts'

/**
 * Counts further records of a request towards the quota. The admission of the request has counted the first.
 *
 * @param further - The number of records after the first.
 * @returns A function that refunds these calls.
 * @throws `quota_exceeded` if the month has too few calls. Then nothing but the first record is counted.
 */
export async function chargeRecords(
  { service, caller }: Pick<Call, 'service' | 'caller'>,
  further: number,
): Promise<() => void> {
  if (service === undefined || caller === undefined) return () => undefined
  const { account, plan } = caller
  const reserved: (Reservation | undefined)[] = []
  const refund = (): void => {
    for (const each of reserved) service.quota.refund(each)
  }
  try {
    for (let count = 0; count < further; count++) {
      reserved.push(await service.quota.reserve(account.id, plan.callsPerMonth))
    }
  } catch (error) {
    refund()
    throw error
  }
  return refund
}
