/**
 * Tries every operation as everyone whom rules tell apart, and compares whether it is allowed with what its rule says. A
 * request is judged and not carried out (`X-Nimbo-Policy-Check`), so states do not matter and nothing is changed.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { services } from '@nimbo/cloud/services'
import type { Facts } from '@nimbo/http/route'
import type { Operation } from '@nimbo/operation/operation'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { enforcers } from './enforcers.ts'
import { makePersonas, type Persona } from './personas.ts'
import type { Samples } from './sampled.ts'
import { makeSamples } from './samples.ts'

let cloud: TestCloud
let samples: Samples
let personas: readonly Persona[]

before(async () => {
  cloud = await startTestCloud()
  const owner = await cloud.person('acme')
  samples = await makeSamples(owner, cloud.admin)
  personas = await makePersonas(cloud, owner.projectId)
})
after(() => cloud[Symbol.asyncDispose]())

const refusals = [401, 403, 404]

/** What a parameter of a service's paths names. */
const sampleOf = (service: string, name: string): string =>
  samples.params[`${service}.${name}`] ?? samples.params[name] ?? 'none'

const pathOf = (service: string, { path }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sampleOf(service, name))

/** What the rule of an operation is judged on when the samples are asked about. */
const factsOf = (service: string, { on, path }: Operation): Facts => {
  if (on.kind === 'found') return samples.facts[on.what] ?? {}
  if (on.kind !== 'path') return {}
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, sampleOf(service, name)]))
}

/** Whether the caller owns the account of the samples: by an operator's role in its project. No list opens it to others. */
const ownsAccount = ({ projectId, roles }: Persona['context']): boolean =>
  samples.params.account === `AUTH_${projectId}` && (roles.includes('member') || roles.includes('admin'))

const isExpected = (service: string, operation: Operation, { name, token, context }: Persona): boolean => {
  const { on } = operation
  if (name === 'stranger' && on.kind === 'found' && samples.hidden.includes(on.what)) return false
  if (operation.on.kind === 'open') return true
  if (token === undefined) return false
  if (on.kind === 'acl') return on.right !== 'manage' && ownsAccount(context)
  if (operation.rule === undefined || operation.on.kind === 'each') return true
  const own = { project_id: context.projectId, user_id: context.userId }
  return (
    enforcers[service]?.allows(operation.rule, context, { ...own, ...factsOf(service, operation) }) ?? false
  )
}

/** The newest version that has an operation, so that all of them are tried. */
const versionOf = (service: string, { until }: Operation): Record<string, string> => ({
  'openstack-api-version': `${service} ${until ?? 'latest'}`,
})

/** Where operations begin of services whose clients name versions themselves, but whose operations do not. */
const prefixes: Readonly<Record<string, string>> = { network: '/v2.0', identity: '', 'object-store': '' }

for (const { type, mount, version, api } of services)
  test(`${type}: every operation is allowed to whom its rule allows it, and to nobody else`, async (t) => {
    const all = (await api()).operations
    const tried = all.filter(({ on }) => on.kind !== 'given')
    const wrong: string[] = []
    for (const operation of tried)
      for (const persona of personas) {
        const response = await fetch(
          `${cloud.url}${mount}${prefixes[type] ?? version}${pathOf(type, operation)}`,
          {
            method: operation.method,
            headers: {
              'x-nimbo-policy-check': 'true',
              'content-type': 'application/json',
              ...versionOf(type, operation),
              ...samples.headers,
              ...(persona.token === undefined ? {} : { 'x-auth-token': persona.token }),
            },
            ...(operation.action === undefined ? {} : { body: JSON.stringify({ [operation.action]: null }) }),
          },
        )
        await response.arrayBuffer()
        const expected = isExpected(type, operation, persona)
        const isAllowed = response.status === 204
        const isRefused = refusals.includes(response.status)
        if (expected ? !isAllowed : !isRefused)
          wrong.push(`${operation.id} as ${persona.name}: ${response.status}, wanted ${expected}`)
      }
    t.diagnostic(`${tried.length} of ${all.length} operations, as ${personas.length} personas`)
    assert.deepEqual(wrong, [])
  })
