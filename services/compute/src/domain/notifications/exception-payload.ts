import { ExceptionPayload } from '@nimbo/contracts/compute/notifications/payloads'
import { filled } from '@nimbo/notifications/notification'

/** What failed and why. */
export interface ExceptionData {
  /** The operation, such as `pause`. */
  readonly doing: string
  /** The name of the exception. */
  readonly code: string
  readonly message: string
  /** Details for administrators. */
  readonly details?: string | undefined
}

/** A failure in notifications; the Python module is left empty. */
export const exceptionData = ({ doing, code, message, details }: ExceptionData) => ({
  module_name: 'nimbo.compute',
  function_name: doing,
  exception: code,
  exception_message: message,
  traceback: details ?? '',
})

export const exceptionPayload = (failure: ExceptionData) => filled(ExceptionPayload, exceptionData(failure))
