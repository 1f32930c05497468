/** What QEMU answered instead of a result. `code` is its class: `GenericError`, `CommandNotFound`, `DeviceNotFound`, … */
export class QmpError extends Error {
  override readonly name = 'QmpError'
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

/** The monitor is gone, so nobody knows whether commands under way took effect; mostly QEMU has ended. */
export class MonitorLost extends Error {
  override readonly name = 'MonitorLost'
}

/** Whether QEMU refused, for one of these reasons if any are named. */
export const isQmpError = (error: unknown, ...codes: readonly string[]): error is QmpError =>
  error instanceof QmpError && (codes.length === 0 || codes.includes(error.code))
