import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Api } from '@nimbo/operation/client/api'
import type { Operation } from '@nimbo/operation/operation'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { pathOf } from '../api/items.ts'
import type { Item } from '../panel/item.ts'
import type { Values } from '../panel/values.ts'
import { useSession } from '../session/session-context.ts'

interface Question {
  readonly api: Api
  readonly operation: Operation
  readonly path: Values
  readonly body?: unknown
}

/**
 * Asks the service whether policy allows an operation: with `x-nimbo-policy-check` it checks the policy and does nothing else.
 * Only sent to Nimbo, as other clouds would perform the operation.
 */
const ask = async ({ api, operation, path, body }: Question): Promise<boolean> => {
  try {
    const headers = { 'x-nimbo-policy-check': 'true' }
    await clientOf(api).perform(operation, {
      path: pathOf(path),
      headers,
      ...(body === undefined ? {} : { body }),
    })
    return true
  } catch (error) {
    return !isRemote(error, 403)
  }
}

/** Attributes by which policy rules tell whether an item is one's own. */
const owning = ['project_id', 'tenant_id', 'owner', 'user_id', 'domain_id', 'network_id'] as const

/** The owner of an item: a menu may offer more for one's own image than for a public one of others. */
export const ownerOf = (item: Item): readonly unknown[] => owning.map((name) => item[name])

/** The ids of the operations that policy forbids to the session. Each is checked once per scope and owner of the items. */
export const useForbidden = (
  questions: readonly Question[],
  wanted: boolean,
  owner: readonly unknown[] = [],
): ReadonlySet<string> => {
  const { nimbo, project, system } = useSession()
  const ids = questions.map(({ operation }) => operation.id)
  const { data } = useQuery({
    queryKey: ['allowed', project?.id, system, ids, owner],
    queryFn: async () => {
      const answers = await Promise.all(questions.map(ask))
      return ids.filter((_, index) => !answers[index])
    },
    enabled: wanted && nimbo && questions.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return new Set(data)
}
