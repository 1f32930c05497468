import { Readable } from 'node:stream'
import type { Payload } from '@nimbo/http/message'

/** Stores bytes that have been opened for it, and closes their file if it fails before it reads them. */
export const closingOnFailure = async <Result>(
  body: Payload,
  store: (body: Payload) => Promise<Result>,
): Promise<Result> => {
  try {
    return await store(body)
  } catch (error) {
    if (body instanceof Readable) body.destroy()
    throw error
  }
}
