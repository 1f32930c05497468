import {
  addTypeAccess,
  createExtraSpecs,
  createType,
  deleteExtraSpec,
  deleteType,
  listTypes,
  removeTypeAccess,
  showType,
  updateType,
} from '@nimbo/contracts/volume/types'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { goneKeys, textPairs, without } from '../changed-keys.ts'
import { unlessThere } from '../unless-there.ts'
import { anyMap, boolean, like, listOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

type Pairs = Readonly<Record<string, unknown>> | undefined

const setSpecs = async (
  { volume }: Clients,
  volume_type_id: string,
  { wanted, before }: { readonly wanted: Pairs; readonly before?: Pairs },
): Promise<void> => {
  const path = { volume_type_id }
  const extra_specs = textPairs(wanted)
  for (const key of goneKeys(before, wanted))
    await unlessNotFound(volume.call(deleteExtraSpec, { path: { ...path, key } }))
  if (Object.keys(extra_specs).length > 0)
    await volume.call(createExtraSpecs, { path, body: { extra_specs } })
}

const openTo = async (
  { volume }: Clients,
  volume_type_id: string,
  { wanted, before }: { readonly wanted?: readonly string[]; readonly before?: readonly string[] },
): Promise<void> => {
  const path = { volume_type_id }
  for (const project of without(wanted, before))
    await unlessThere(volume.call(addTypeAccess, { path, body: { addProjectAccess: { project } } }))
  for (const project of without(before, wanted))
    await unlessNotFound(volume.call(removeTypeAccess, { path, body: { removeProjectAccess: { project } } }))
}

export const volumeType = defineResourceType({
  type: 'OS::Cinder::VolumeType',
  support: { since: '2015.1' },
  properties: {
    name: string({ required: true, update: 'in-place' }),
    metadata: anyMap({ update: 'in-place' }),
    is_public: boolean({ update: 'in-place', default: true, support: { since: '5.0.0' } }),
    description: string({ update: 'in-place', support: { since: '5.0.0' } }),
    projects: listOf(like('keystone.project'), {
      update: 'in-place',
      default: [],
      support: { since: '5.0.0' },
    }),
  },
  client: 'volume',
  validate: ({ is_public, projects }) =>
    is_public && (projects?.length ?? 0) > 0
      ? ['Can not specify property "projects" if the volume type is public.']
      : [],
  create: async (handling) => {
    const { clients, attempt, properties } = handling
    const { name, metadata, is_public, description, projects } = properties
    const id = await makeOnce(attempt, {
      make: async () => {
        const volume_type = present({ name, description, 'os-volume-type-access:is_public': is_public })
        return (await clients.volume.call(createType, { body: { volume_type } })).volume_type.id
      },
      find: async () =>
        (await clients.volume.call(listTypes)).volume_types.filter((one) => one.name === name),
      mayFindOthers: true,
    })
    await setSpecs(clients, id, { wanted: metadata })
    await openTo(clients, id, { wanted: projects })
    return id
  },
  show: async ({ clients, id }) =>
    (await clients.volume.call(showType, { path: { volume_type_id: id } })).volume_type,
  update: async ({ clients, id, properties }, { changed, before }) => {
    const { name, description = '', is_public } = properties
    if (changed.has('name') || changed.has('description') || changed.has('is_public'))
      await clients.volume.call(updateType, {
        path: { volume_type_id: id },
        body: { volume_type: { name, description, is_public } },
      })
    if (changed.has('metadata'))
      await setSpecs(clients, id, { wanted: properties.metadata, before: before.metadata })
    if (changed.has('projects'))
      await openTo(clients, id, { wanted: properties.projects, before: before.projects })
  },
  delete: async ({ clients, id }) => {
    await clients.volume.call(deleteType, { path: { volume_type_id: id } })
  },
  isDeleted: async () => true,
})
