/**
 * Sends a request for every operation as every kind of caller that rules distinguish, and compares the outcome with the policy rule.
 * Services only check the policy (`X-Nimbo-Policy-Check`) and do not carry the request out, so resource states do not matter.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { services } from '@nimbo/cloud/services'
import type { Facts } from '@nimbo/http/route'
import type { Operation } from '@nimbo/operation/operation'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { enforcers } from './enforcers.ts'
import type { GivenSample } from './given-samples.ts'
import { makePersonas, type Persona } from './personas.ts'
import type { ItemSample } from './item-samples.ts'
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

/** The sample for a path parameter of a service. */
const sampleOf = (service: string, name: string): string =>
  samples.params[`${service}.${name}`] ?? samples.params[name] ?? 'none'

const pathOf = (service: string, { path }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sampleOf(service, name))

const givenTo = (service: string, { id }: Operation): GivenSample | undefined =>
  samples.given?.[`${service}.${id}`]

/** The facts on which the rule of an operation is checked for the samples. */
const factsOf = (service: string, operation: Operation, context: Persona['context']): Facts => {
  const { on, path } = operation
  if (on.kind === 'given') return givenTo(service, operation)?.facts(context) ?? {}
  if (on.kind === 'found') return samples.facts[on.what] ?? {}
  if (on.kind !== 'path') return {}
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, sampleOf(service, name)]))
}

const queryOf = (service: string, operation: Operation): string => {
  const query = givenTo(service, operation)?.query
  return query === undefined ? '' : `?${query}`
}

const bodyOf = (service: string, operation: Operation): { readonly body?: string } => {
  if (operation.action !== undefined) return { body: JSON.stringify({ [operation.action]: null }) }
  const body = givenTo(service, operation)?.body
  return body === undefined ? {} : { body: JSON.stringify(body) }
}

/** Whether the caller has an operator's role in the project of the samples' account, which has no access control list. */
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
    enforcers[service]?.allows(operation.rule, context, {
      ...own,
      ...factsOf(service, operation, context),
    }) ?? false
  )
}

/** The newest microversion that has the operation, so that removed operations are tested too. */
const versionOf = (service: string, { until }: Operation): Record<string, string> => ({
  'openstack-api-version': `${service} ${until ?? 'latest'}`,
})

/** The path before an operation's, for services whose mount point does not contain their version. */
const prefixes: Readonly<Record<string, string>> = {
  network: '/v2.0',
  identity: '',
  'object-store': '',
  orchestration: '',
  metric: '',
  alarming: '',
  metering: '',
  'key-manager': '',
}

for (const { type, mount, version, api } of services)
  test(`${type}: every operation is allowed exactly to the callers that its policy rule allows`, async (t) => {
    const all = (await api()).operations
    // Those without a rule check each file of an archive separately; the tests below cover them.
    const tried = all.filter(({ on, rule }) => on.kind !== 'given' || rule !== undefined)
    for (const operation of tried)
      assert.ok(operation.on.kind !== 'given' || givenTo(type, operation), `no sample for ${operation.id}`)
    const wrong: string[] = []
    for (const operation of tried)
      for (const persona of personas) {
        const response = await fetch(
          `${cloud.url}${mount}${prefixes[type] ?? version}${pathOf(type, operation)}${queryOf(type, operation)}`,
          {
            method: operation.method,
            headers: {
              'x-nimbo-policy-check': 'true',
              'content-type': 'application/json',
              // The dashboard refuses requests from another origin.
              ...(type === 'dashboard' ? { origin: cloud.url } : {}),
              ...versionOf(type, operation),
              ...samples.headers,
              ...(persona.token === undefined ? {} : { 'x-auth-token': persona.token }),
            },
            ...bodyOf(type, operation),
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

/** The kind of the items of a network list, according to the name of its rule. */
const kindOf = ({ rule = '' }: Operation): string => rule.replace(/^get_/, '')

/** A request about a sample item; network lists are filtered by its id. */
const itemOf = (service: string, operation: Operation): ItemSample | undefined => {
  const sample = samples.items?.[`${service}.${operation.id}`]
  if (sample) return sample
  const kind = kindOf(operation)
  const id = samples.facts[kind]?.id
  return id === undefined ? undefined : { query: `id=${id}`, kind, sign: `"id":"${id}"` }
}

/** Whether policy allows the caller to have an item; without a rule, whether the caller owns the account. */
const mayHave = (service: string, { rule }: Operation, { kind }: ItemSample, persona: Persona): boolean => {
  const { token, context, name } = persona
  if (token === undefined) return false
  if (rule === undefined) return ownsAccount(context)
  if (name === 'stranger' && service === 'image' && samples.hidden.includes(kind)) return false
  const own = { project_id: context.projectId, user_id: context.userId }
  return enforcers[service]?.allows(rule, context, { ...own, ...samples.facts[kind] }) ?? false
}

/** Writes only to resources of the caller's own, so that there is no item of another to try it on. */
const writesOnlyOwn = 'prometheus.write'

const isJudgedByItem = ({ id, on, method, rule }: Operation, type: string): boolean =>
  (on.kind === 'each' && id !== writesOnlyOwn && (method === 'GET' || type !== 'network')) ||
  (on.kind === 'given' && rule === undefined)

for (const { type, mount, version, api } of services) {
  const tried = (await api()).operations.filter((operation) => isJudgedByItem(operation, type))
  if (tried.length === 0) continue
  test(`${type}: lists and batches give each item exactly to the callers that its policy rule allows`, async (t) => {
    const wrong: string[] = []
    for (const operation of tried)
      for (const persona of personas) {
        const item = itemOf(type, operation)
        assert.ok(item, `no sample for ${operation.id}`)
        await item.anew?.()
        const query = item.query === undefined ? '' : `?${item.query}`
        const response = await fetch(
          `${cloud.url}${mount}${prefixes[type] ?? version}${pathOf(type, operation)}${query}`,
          {
            method: operation.method,
            headers: {
              accept: 'application/json',
              'content-type': type === 'object-store' ? 'text/plain' : 'application/json',
              ...(persona.token === undefined ? {} : { 'x-auth-token': persona.token }),
            },
            ...(item.body === undefined ? {} : { body: Buffer.from(item.body) }),
          },
        )
        const text = await response.text()
        // Some services write JSON with a space after colons.
        const has = response.ok && text.replaceAll('": ', '":').includes(item.sign)
        const expected = mayHave(type, operation, item, persona)
        if (has !== expected)
          wrong.push(`${operation.id} as ${persona.name}: ${response.status} ${text}, wanted ${expected}`)
      }
    t.diagnostic(`${tried.length} operations, as ${personas.length} personas`)
    assert.deepEqual(wrong, [])
  })
}
