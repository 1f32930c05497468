import assert from 'node:assert/strict'
import type { Facts } from '@nimbo/http/route'
import { rooms } from '@nimbo/network/resources'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Client } from '@nimbo/testkit/client'
import type { Samples } from './sampled.ts'

type Made = Readonly<Record<string, Facts>>

/** The least that a new resource needs: what is required of it, under parents that were made before. */
const leastOf = ({ attributes, parent }: Kind, made: Made): Facts =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { options }]) => {
      if (!options.required) return []
      const isParent = parent?.attribute === name
      return [[name, isParent ? made[parent.kind.name]?.id : options.example]]
    }),
  )

/** What rules ask of the parent of a resource. */
const parentFacts = ({ parent }: Kind, made: Made): Facts =>
  Object.fromEntries(
    Object.entries(parent?.facts ?? {}).map(([fact, name]) => [fact, made[parent?.kind.name ?? '']?.[name]]),
  )

/** Makes one of every kind of resource that the network service describes, and looks at each as an administrator does. */
export const makeNetworkSamples = async (owner: Client, admin: Client): Promise<Samples> => {
  const kinds = rooms.flatMap(({ counted }) => counted)
  const made: Record<string, Facts> = {}
  for (const kind of kinds) {
    const { name, path } = kind
    const reply = await owner.network.post(`/v2.0/${path}`, { [name]: leastOf(kind, made) })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    const shown = await admin.network.get(`/v2.0/${path}/${reply.body[name].id}`)
    made[name] = { ...shown.body[name], ...parentFacts(kind, made) }
  }
  const [agent] = (await admin.network.get('/v2.0/agents')).body.agents
  return {
    params: {
      agent_id: agent.id,
      ...Object.fromEntries(Object.entries(made).map(([name, { id }]) => [`${name}_id`, String(id)])),
    },
    facts: { ...made, agent },
    hidden: [...kinds.map(({ name }) => name), 'agent'],
  }
}
