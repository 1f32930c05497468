import { isRemote } from '@nimbo/operation/client/remote-fault'

/** An error as shown to users: the message of the service, and the request id to search its log for. */
export interface Problem {
  readonly message: string
  readonly requestId: string | undefined
  readonly status: number | undefined
}

/** Glance ends its messages with line breaks in HTML. */
const sentenceIn = (message: string): string => message.replace(/(?:<br \/>|\s)+$/, '')

export const problemOf = (error: unknown): Problem => {
  if (isRemote(error)) {
    const { requestId, status } = error.details
    return {
      message: sentenceIn(error.message),
      requestId: typeof requestId === 'string' ? requestId : undefined,
      status: Number(status),
    }
  }
  return {
    message: error instanceof Error ? error.message : String(error),
    requestId: undefined,
    status: undefined,
  }
}
