/** Collects the undo of each finished part of a local sequence, and runs them in reverse unless the whole is kept. */
export interface Reverter extends AsyncDisposable {
  /** Registers how to take back what was just done. */
  add(undo: () => unknown): void
  /** The sequence has succeeded: nothing is taken back. */
  keep(): void
}

/**
 * ```ts
 * await using undo = reverter()
 * const disk = await createDisk(); undo.add(() => removeDisk(disk))
 * undo.keep()
 * ```
 * Every undo runs even if one throws; what they threw is thrown as one `AggregateError` at the end.
 */
export const reverter = (): Reverter => {
  let undos: (() => unknown)[] = []
  return {
    add: (undo) => void undos.push(undo),
    keep: () => {
      undos = []
    },
    [Symbol.asyncDispose]: async () => {
      const failures: unknown[] = []
      for (const undo of undos.reverse()) {
        try {
          await undo()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'undo left something behind')
    },
  }
}
