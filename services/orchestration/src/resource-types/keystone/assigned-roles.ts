import { isDeepStrictEqual } from 'node:util'
import { grantFamilies } from '@nimbo/contracts/identity/grants'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'
import { resourceErrors } from '../../resource-type/errors.ts'
import { like, mapOf } from '../../resource-type/property.ts'

/** A role on a project or a domain in a template. */
export const assignedRole = mapOf({
  role: like('keystone.role', { required: true }),
  project: like('keystone.project'),
  domain: like('keystone.domain'),
})

export interface AssignedRole {
  readonly role: string
  readonly project?: string
  readonly domain?: string
}

interface Actor {
  readonly kind: 'user' | 'group'
  readonly id: string
}

const grantOf = ({ kind, id }: Actor, { role, project, domain }: AssignedRole) => {
  const target = project === undefined ? 'domain' : 'project'
  const operations = grantFamilies.find(
    ({ family }) => family.actor === kind && family.target === target && !family.inherited,
  )
  if (operations === undefined) throw new TypeError(`there are no roles of a ${kind} on a ${target}`)
  const path = { [`${target}_id`]: project ?? domain ?? '', [`${kind}_id`]: id, role_id: role }
  return { operations, path }
}

/** Checks the roles of a template; returns what is wrong. */
export const rolesProblems = (roles: readonly AssignedRole[] | undefined): readonly string[] =>
  (roles ?? []).flatMap(({ role, project, domain }) => {
    if (project !== undefined && domain !== undefined)
      return ['Cannot define the following properties at the same time: project, domain.']
    return project === undefined && domain === undefined
      ? [`Either project or domain must be specified for role ${role}`]
      : []
  })

const without = (all: readonly AssignedRole[], others: readonly AssignedRole[]): readonly AssignedRole[] =>
  all.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)))

/** Assigns the wanted roles to a user or group, and revokes those of the previous template. */
export const assignRoles = async (
  { identity }: Clients,
  actor: Actor,
  {
    wanted = [],
    before = [],
  }: {
    readonly wanted?: readonly AssignedRole[] | undefined
    readonly before?: readonly AssignedRole[] | undefined
  },
): Promise<void> => {
  const [wrong] = rolesProblems(wanted)
  if (wrong !== undefined) throw resourceErrors.ResourceFailure({ problem: wrong })
  for (const role of without(wanted, before)) {
    const { operations, path } = grantOf(actor, role)
    await identity.perform(operations.create, { path })
  }
  for (const role of without(before, wanted)) {
    const { operations, path } = grantOf(actor, role)
    try {
      await identity.perform(operations.revoke, { path })
    } catch (error) {
      if (!isRemote(error, 404)) throw error
    }
  }
}
