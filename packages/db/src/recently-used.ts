/**
 * Keeps what was used last, in two generations: what is used moves to the young one, and when that is full the old one goes.
 * So it has `size` to twice as many entries, and a look costs a third of what an exact order of use costs.
 */
export class RecentlyUsed<Key, Value> {
  readonly #size: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(size: number) {
    this.#size = size
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
