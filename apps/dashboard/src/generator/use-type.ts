import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { listResourceTypes, showResourceType } from '@nimbo/contracts/orchestration/templates'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { isItem, type Item } from '../panel/item.ts'
import { useSession } from '../session/session-context.ts'

/** The names of the Heat resource types of this cloud. */
export const useTypes = () => {
  const { project } = useSession()
  const path = { tenant_id: project?.id ?? '' }
  return useQuery({
    queryKey: ['stack', 'types', path],
    queryFn: async (): Promise<readonly string[]> => {
      const { body } = await clientOf(orchestrationApi).perform(listResourceTypes, { path })
      const listed = isItem(body) && Array.isArray(body.resource_types) ? body.resource_types : []
      return listed.map((one: unknown) => (isItem(one) ? String(one.resource_type) : String(one))).toSorted()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A property in the resource schema that Heat returns. */
export interface TypeProperty {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

const propertiesIn = (body: unknown): readonly TypeProperty[] =>
  Object.entries(isItem(body) && isItem(body.properties) ? body.properties : {})
    .flatMap(([name, one]): readonly [string, Item][] => (isItem(one) ? [[name, one]] : []))
    .map(([name, { required, description }]) => ({
      ...{ name, required: required === true },
      description: typeof description === 'string' ? description : '',
    }))
    .toSorted(
      (one, other) => Number(other.required) - Number(one.required) || one.name.localeCompare(other.name),
    )

/** The properties of a resource type, required ones first. */
export const useProperties = (type: string) => {
  const { project } = useSession()
  const path = { tenant_id: project?.id ?? '', type_name: type }
  return useQuery({
    queryKey: ['stack', 'properties', path],
    queryFn: async () =>
      propertiesIn((await clientOf(orchestrationApi).perform(showResourceType, { path })).body),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
