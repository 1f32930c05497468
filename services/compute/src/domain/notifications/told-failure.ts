import { ExceptionPayload } from '@nimbo/contracts/compute/notifications/payloads'
import { filled } from '@nimbo/notifications/notification'

/** What went wrong, and with what. */
export interface ExceptionData {
  /** What was done: `pause`. */
  readonly doing: string
  /** The name of the failure. */
  readonly code: string
  readonly message: string
  /** More, for administrators. */
  readonly details?: string | undefined
}

/** A failure as it is told: there is no Python module to name. */
export const exceptionData = ({ doing, code, message, details }: ExceptionData) => ({
  module_name: 'nimbo.compute',
  function_name: doing,
  exception: code,
  exception_message: message,
  traceback: details ?? '',
})

export const exceptionPayload = (failure: ExceptionData) => filled(ExceptionPayload, exceptionData(failure))
