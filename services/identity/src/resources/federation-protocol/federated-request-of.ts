import { bytesOf, type HttpRequest } from '@nimbo/http/message'
import type { FederatedRequest } from './assertion-source.ts'

/** Extracts the parts of a request that federated login needs. */
export const federatedRequestOf = async ({
  method,
  headers,
  remoteAddress,
  path,
  query,
  body,
}: HttpRequest): Promise<FederatedRequest> => ({
  headers,
  address: remoteAddress,
  path,
  query,
  ...(method === 'POST' ? { body: (await bytesOf(body)).toString() } : {}),
})
