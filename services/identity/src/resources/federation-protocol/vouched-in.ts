import { bytesOf, type HttpRequest } from '@nimbo/http/message'
import type { Vouched } from './word.ts'

/** What a request may tell by whose word it comes. */
export const vouchedIn = async ({
  method,
  headers,
  remoteAddress,
  path,
  query,
  body,
}: HttpRequest): Promise<Vouched> => ({
  headers,
  address: remoteAddress,
  path,
  query,
  ...(method === 'POST' ? { body: (await bytesOf(body)).toString() } : {}),
})
