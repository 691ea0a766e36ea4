/**
 * The true groups that pairs of one product add up to: if a is b and b is c, all three are one.
 *
 * @returns for each record that a pair names, the name of its group: one of its records.
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
