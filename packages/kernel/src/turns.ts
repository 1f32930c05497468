/** Serialises work per key; a failure does not affect the next in line. */
export interface Turns<Key> {
  run<Result>(key: Key, work: () => Promise<Result>): Promise<Result>
}

export const turns = <Key>(): Turns<Key> => {
  const last = new Map<Key, Promise<unknown>>()
  return {
    run: (key, work) => {
      const before = last.get(key) ?? Promise.resolve()
      const mine = before.then(work, work)
      last.set(key, mine)
      const leave = () => {
        if (last.get(key) === mine) last.delete(key)
      }
      mine.then(leave, leave)
      return mine
    },
  }
}
