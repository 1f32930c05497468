/**
 * Collects an undo function for each finished part of a sequence, and runs them in reverse order unless the sequence succeeds.
 */
export interface Reverter extends AsyncDisposable {
  /** Registers the undo of what was just done. */
  add(undo: () => unknown): void
  /** Marks success: nothing is undone. */
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
