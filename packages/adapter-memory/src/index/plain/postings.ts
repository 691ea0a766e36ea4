type Members<Member> = Member | Member[] | Set<Member>

/** The maximum length of a list. A longer list becomes a set, which is ten times larger but faster. */
const LIST_MAX = 32

/**
 * The members of each key, in no order. Most keys have one member, but a few have thousands. The members of a key are
 * stored in the smallest fast form.
 */
export class Postings<Key, Member extends object> {
  readonly #members = new Map<Key, Members<Member>>()

  add(key: Key, member: Member): void {
    const present = this.#members.get(key)
    if (present === undefined) this.#members.set(key, member)
    else if (present instanceof Set) present.add(member)
    else if (!Array.isArray(present)) this.#members.set(key, [present, member])
    else if (present.length < LIST_MAX) present.push(member)
    else this.#members.set(key, new Set(present).add(member))
  }

  remove(key: Key, member: Member): void {
    const present = this.#members.get(key)
    if (present === member) this.#members.delete(key)
    else if (present instanceof Set) {
      present.delete(member)
      if (present.size === 0) this.#members.delete(key)
    } else if (Array.isArray(present)) {
      const at = present.indexOf(member)
      if (at < 0) return
      const last = present.pop() as Member
      if (at < present.length) present[at] = last
      if (present.length === 0) this.#members.delete(key)
    }
  }

  count(key: Key): number {
    const present = this.#members.get(key)
    if (present === undefined) return 0
    if (present instanceof Set) return present.size
    return Array.isArray(present) ? present.length : 1
  }

  has(key: Key, member: Member): boolean {
    const present = this.#members.get(key)
    if (present instanceof Set) return present.has(member)
    return Array.isArray(present) ? present.includes(member) : present === member
  }

  of(key: Key): Iterable<Member> {
    const present = this.#members.get(key)
    if (present === undefined) return []
    return present instanceof Set || Array.isArray(present) ? present : [present]
  }
}
