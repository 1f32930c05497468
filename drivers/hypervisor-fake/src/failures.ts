/** The operations that the fake hypervisor can be made to fail. */
const failingOperations = [
  'spawn',
  'destroy',
  'power-on',
  'power-off',
  'reboot',
  'pause',
  'unpause',
  'suspend',
  'resume',
  'copy-disk',
  'freeze',
  'thaw',
  'rescue',
  'unrescue',
  'interrupt',
  'set-password',
  'attach-volume',
  'detach-volume',
  'extend-volume',
  'swap-volume',
  'copy-volume',
  'attach-interface',
  'detach-interface',
  'set-aside',
  'take-over',
  'bring-back',
  'forget-aside',
  'receive',
  'live-migrate',
  'land',
] as const
export type FakeOperation = (typeof failingOperations)[number]

/** The error of an operation that was made to fail. */
export class FakeFailure extends Error {
  override readonly name = 'FakeFailure'
  constructor(operation: FakeOperation) {
    super(`the fake hypervisor was told to fail at ${operation}`)
  }
}

export interface Failures {
  /** Makes an operation fail from here on: the next `times` times, or always. */
  failOn(operation: FakeOperation, options?: { readonly times?: number }): void
  /**
   * Throws {@link FakeFailure} when the operation is to fail: by `failOn`, by a fault file, or by the flavor's extra spec
   * `fake:fail`.
   */
  check(operation: FakeOperation, extraSpecs?: Readonly<Record<string, string>>): Promise<void>
}

/** The failures of all hosts of a cloud; `obey` is called before each operation, too, and may delay it or throw. */
export const failures = (obey: (operation: FakeOperation) => Promise<void> = async () => {}): Failures => {
  const left = new Map<FakeOperation, number>()
  return {
    failOn: (operation, { times = Number.POSITIVE_INFINITY } = {}) => void left.set(operation, times),
    check: async (operation, extraSpecs = {}) => {
      const asked = (extraSpecs['fake:fail'] ?? '').split(',').map((word) => word.trim())
      if (asked.includes(operation)) throw new FakeFailure(operation)
      const times = left.get(operation) ?? 0
      if (times <= 0) return obey(operation)
      left.set(operation, times - 1)
      throw new FakeFailure(operation)
    },
  }
}
