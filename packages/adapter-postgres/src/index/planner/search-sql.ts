import type { SearchCircle, SearchPosition } from '@utpid/core/storage'
import { arrayOf } from '../../connection/connection.ts'
import { neededOf, type WeighedGroup, type WeighedTier } from './weighed-query.ts'

/** SQL conditions on columns of `product_terms`, with their parameters. */
export class SearchSql {
  readonly values: unknown[] = []
  readonly #places = new Map<unknown, string>()

  /** Adds a parameter. Equal values share one parameter. */
  value(given: unknown, type: string): string {
    const key = typeof given === 'object' ? given : `${type} ${String(given)}`
    let place = this.#places.get(key)
    if (place === undefined) {
      const written = given instanceof Set ? arrayOf(given as Set<number>) : given
      place = `$${this.values.push(written)}::${type}`
      this.#places.set(key, place)
    }
    return place
  }

  /**
   * Returns the condition that a product has any term of a group. It names the operator's schema, since `intarray`
   * defines another `&&`.
   */
  holds({ hashes }: WeighedGroup): string {
    return `terms operator(pg_catalog.&&) ${this.value(hashes, 'bigint[]')}`
  }

  /** Returns the condition that a product satisfies a tier. */
  satisfies(tier: WeighedTier): string {
    return this.#satisfies(tier, [], (group) => this.holds(group))
  }

  #satisfies(
    { required, optional, minOptional }: WeighedTier,
    known: readonly WeighedGroup[],
    holds: (group: WeighedGroup) => string,
  ): string {
    const parts = required.filter((group) => !known.includes(group)).map(holds)
    if (optional.length > 0) {
      parts.push(`${optional.map((group) => `(${holds(group)})::integer`).join(' + ')} >= ${minOptional}`)
    }
    return parts.length === 0 ? 'true' : parts.join(' and ')
  }

  excluding(excluded: readonly WeighedTier[]): string {
    return excluded.map((each) => `and not (${this.satisfies(each)})`).join(' ')
  }

  /** Returns the condition that a product satisfies a tier, in a form that finds products by their terms. */
  found(tier: WeighedTier): string {
    const needed = neededOf(tier)
    const satisfied = this.satisfies(tier)
    return needed === undefined ? satisfied : `${this.holds(needed)} and ${satisfied}`
  }

  /** Returns the condition that finds the products of any of the tiers, with one index scan per tier. */
  foundByAny(tiers: readonly WeighedTier[]): string {
    return tiers.map((tier) => `(${this.found(tier)})`).join(' or ')
  }

  /**
   * Builds the expression for the first tier that a product satisfies. Each group is checked only once per product for
   * all tiers, since these checks are the largest cost.
   *
   * @param known - The groups that every found product certainly satisfies.
   * @returns the join with the products, and the expression of the tier's position.
   */
  tierOf(
    tiers: readonly WeighedTier[],
    known: readonly WeighedGroup[] = [],
  ): { readonly join: string; readonly tier: string } {
    const groups = [...new Set(tiers.flatMap(({ required, optional }) => [...required, ...optional]))]
    const names = new Map(groups.map((group, at) => [group, `held.g${at}`]))
    const cases = tiers.map(
      (tier) => `when ${this.#satisfies(tier, known, (group) => names.get(group) as string)} then ${tier.at}`,
    )
    const columns = groups.map((group, at) => `${this.holds(group)} as g${at}`)
    const join = columns.length === 0 ? '' : `cross join lateral (select ${columns.join(', ')} offset 0) as held`
    return { join, tier: `case ${cases.join(' ')} end` }
  }

  squaredDistance({ center }: SearchCircle): string {
    return center
      .map((axis, at) => `(${'xyz'[at]} - ${this.value(axis, 'float8')})`)
      .map((difference) => `${difference} * ${difference}`)
      .join(' + ')
  }

  /** Returns the condition that a product with this rank comes after a position in the order of one tier. */
  isAfter({ key, id }: SearchPosition): string {
    return `(- rank, product_id) > (${this.value(-key, 'smallint')}, ${this.value(id, 'bigint')})`
  }
}
