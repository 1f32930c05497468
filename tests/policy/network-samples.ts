import assert from 'node:assert/strict'
import type { Facts } from '@nimbo/http/route'
import { rooms } from '@nimbo/network/resources'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Client } from '@nimbo/testkit/client'
import { networkNeeds } from './network-needs.ts'
import type { Samples } from './sampled.ts'

type Made = Readonly<Record<string, Facts>>

/** Attributes that hold the id of a resource other than the parent, with the kind of that. */
const namedBy: Readonly<Record<string, string>> = {
  object_id: 'network',
  port_id: 'port',
  internal_port_id: 'port',
}

/** The minimal attributes of a new resource: the required ones, with ids of resources that were made before. */
const leastOf = ({ attributes, parent, path }: Kind, made: Made, projectId: string): Facts => ({
  ...('project_id' in attributes ? { project_id: projectId } : {}),
  ...Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { options }]) => {
      const isGiven = options.required || options.example !== undefined
      if (!isGiven || options.shown === false || path.includes(`{${name}}`)) return []
      const isParent = parent?.attribute === name
      const named = isParent ? parent.kind.name : namedBy[name]
      return [[name, named === undefined ? options.example : made[named]?.id]]
    }),
  ),
})

const pathOf = ({ path }: Kind, made: Made): string =>
  path.replaceAll(/\{(\w+)_id\}/g, (_, name: string) => String(made[name]?.id))

/** The facts about a resource's parent that policy rules use. */
const parentFacts = ({ parent }: Kind, made: Made): Facts =>
  Object.fromEntries(
    Object.entries(parent?.facts ?? {}).map(([fact, name]) => [fact, made[parent?.kind.name ?? '']?.[name]]),
  )

/** Makes one of every kind of resource that the network service describes, and reads its attributes as an administrator. */
export const makeNetworkSamples = async (projectId: string, admin: Client): Promise<Samples> => {
  const kinds = rooms.flatMap(({ repositories }) => repositories.map(({ kind }) => kind))
  const made: Record<string, Facts> = {}
  const needs = await networkNeeds(admin)
  for (const kind of kinds) {
    const { name } = kind
    const path = pathOf(kind, made)
    const reply = await admin.network.post(`/v2.0/${path}`, {
      [name]: { ...leastOf(kind, made, projectId), ...(await needs[name]?.(admin, made)) },
    })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    // An association of two resources has no id, but that of one of them.
    const id = reply.body[name].id ?? reply.body[name].fixed_port_id
    const shown = await admin.network.get(`/v2.0/${path}/${id}`)
    made[name] = {
      id,
      ...shown.body[name],
      ...parentFacts(kind, made),
      // Rules for the children of this resource check its project.
      'ext_parent:project_id': parentFacts(kind, made)['ext_parent:project_id'] ?? projectId,
    }
  }
  // The rules of QoS policies can also be addressed without their policy.
  const rules = Object.keys(made).filter(
    (name) => name.endsWith('_rule') && made[name]?.['ext_parent:project_id'],
  )
  for (const name of rules) made[`alias_${name}`] = made[name] ?? {}
  // A kind without a project and without a parent is visible to everyone.
  const isEveryones = new Set(
    kinds.filter(({ attributes, parent }) => !('project_id' in attributes || parent)).map(({ name }) => name),
  )
  made.network_ip_availability = { project_id: projectId }
  const [agent] = (await admin.network.get('/v2.0/agents')).body.agents
  return {
    params: {
      agent_id: agent.id,
      rule_type: 'bandwidth_limit',
      ...Object.fromEntries(Object.entries(made).map(([name, { id }]) => [`${name}_id`, String(id)])),
      // `flavor_id` without a prefix is that of compute.
      'network.flavor_id': String(made.flavor?.id),
    },
    facts: { ...made, agent },
    hidden: [...Object.keys(made).filter((name) => !isEveryones.has(name)), 'agent'],
  }
}
