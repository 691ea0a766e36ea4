/**
 * Returns the true clusters of matching pairs by transitivity: if a matches b and b matches c, all three are in one
 * cluster.
 *
 * @returns a representative record of the cluster, for each record of a pair.
 */
export function connectedRecords<Id>(pairs: readonly (readonly [Id, Id])[]): Map<Id, Id> {
  const parents = new Map<Id, Id>()
  const rootOf = (id: Id): Id => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root)) {
      root = parent
    }
    parents.set(id, root)
    return root
  }
  for (const [a, b] of pairs) parents.set(rootOf(a), rootOf(b))
  return new Map([...parents.keys()].map((id) => [id, rootOf(id)]))
}
