/** An error reply of QEMU. `code` is its class: `GenericError`, `CommandNotFound`, `DeviceNotFound`, … */
export class QmpError extends Error {
  override readonly name = 'QmpError'
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

/** The connection broke, usually because QEMU exited, so it is unknown whether pending commands took effect. */
export class MonitorLost extends Error {
  override readonly name = 'MonitorLost'
}

/** Whether the error is QEMU's, with one of these codes if any are given. */
export const isQmpError = (error: unknown, ...codes: readonly string[]): error is QmpError =>
  error instanceof QmpError && (codes.length === 0 || codes.includes(error.code))
