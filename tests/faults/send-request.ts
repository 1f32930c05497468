import type { Answer } from '@nimbo/testkit/client'
import type { Loose } from '@nimbo/testing/loose'
import type { FaultCloud } from './fault-cloud.ts'
import type { Request } from './move.ts'

/** Sends a request as the admin. */
export const sendRequest = (
  { admin }: FaultCloud,
  { of = 'compute', method, path, body }: Request,
  headers: Record<string, string> = {},
): Promise<Answer<Loose>> =>
  method === 'delete' ? admin[of].delete(path, headers) : admin[of][method](path, body, headers)
