import type { Loose } from '@nimbo/testing/loose'
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Client, ServiceDoor } from '@nimbo/testkit/client'
import { resourceTypes } from '../src/resource-types/all.ts'
import { livesOf } from './life-cycles.ts'

const deadlineMs = 30_000

/** Whether a type has no properties: then any update of the stack counts as its update. */
const isPlain = (name: string): boolean =>
  resourceTypes.some(({ type, properties }) => type === name && Object.keys(properties).length === 0)

type Standing = ReadonlyMap<string, { readonly type: string }>

const isResource = (one: unknown): one is { readonly type: string } =>
  typeof one === 'object' && one !== null && 'type' in one && typeof one.type === 'string'

/** The resources of a template that is an object. */
const resourcesIn = (template: unknown): Standing => {
  if (typeof template !== 'object' || template === null || !('resources' in template)) return new Map()
  const all = Object.entries(Object(template.resources))
  return new Map(all.flatMap(([name, one]) => (isResource(one) ? [[name, one] as const] : [])))
}

/** A template with these resources and outputs. */
export const outputTemplate = (resources: object, outputs: Readonly<Record<string, unknown>> = {}) => ({
  heat_template_version: '2021-04-16',
  resources,
  outputs: Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, { value }])),
})

/** Performs actions on stacks as a user of a test cloud, which need not run before the first of them. */
export const stacksOf = (person: () => Client) => {
  const door = (): ServiceDoor => person().orchestration
  const path = (rest: string): string => {
    const { projectId } = person()
    return door().url.includes(projectId) ? rest : `/v1/${projectId}${rest}`
  }
  /** Waits until the stack's action has ended; resolves to the stack. */
  const settled = async (stack: string): Promise<Loose> => {
    const end = Date.now() + deadlineMs
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 300)) {
      const { status, body } = await door().get(path(stack))
      assert.equal(status, 200, JSON.stringify(body))
      if (!body.stack.stack_status.endsWith('IN_PROGRESS')) return body.stack
      if (Date.now() > end) throw new Error(`${stack} stays ${body.stack.stack_status}`)
      await pause(wait)
    }
  }
  /** The resources of each stack, and the steps that their types have completed. */
  const standing = new Map<string, Standing>()
  const lives = livesOf()
  const gone = async (stack: string): Promise<void> => {
    const end = Date.now() + deadlineMs
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 300)) {
      const { body } = await door().get(path(stack))
      if (body.stack.stack_status === 'DELETE_COMPLETE') return
      assert.notEqual(body.stack.stack_status, 'DELETE_FAILED', body.stack.stack_status_reason)
      if (Date.now() > end) throw new Error(`${stack} stays ${body.stack.stack_status}`)
      await pause(wait)
    }
  }
  const create = async (
    name: string,
    template: unknown,
    more: Record<string, unknown> = {},
  ): Promise<string> => {
    const { status, body } = await door().post(path('/stacks'), {
      stack_name: name,
      template,
      ...more,
    })
    assert.equal(status, 201, JSON.stringify(body))
    const stack = `/stacks/${name}/${body.stack.id}`
    standing.set(stack, resourcesIn(template))
    return stack
  }
  /** Waits until the stack is complete; resolves to its outputs. */
  const outputs = async (stack: string): Promise<Readonly<Record<string, unknown>>> => {
    const shown = await settled(stack)
    assert.match(shown.stack_status, /_COMPLETE$/, shown.stack_status_reason)
    for (const { type } of standing.get(stack)?.values() ?? []) lives.note(type, 'made')
    return Object.fromEntries(
      shown.outputs.map((one: { output_key: string; output_value: unknown }) => [
        one.output_key,
        one.output_value,
      ]),
    )
  }
  const update = async (stack: string, template: object): Promise<void> => {
    const before = standing.get(stack)
    const after = resourcesIn(template)
    const { status, body } = await door().put(path(stack), { template })
    assert.equal(status, 202, JSON.stringify(body))
    for (const [name, { type }] of after)
      if (before?.has(name) && (!isDeepStrictEqual(before.get(name), after.get(name)) || isPlain(type)))
        lives.note(type, 'changed')
    standing.set(stack, after)
  }
  const drop = async (stack: string): Promise<void> => {
    assert.equal((await door().delete(path(stack))).status, 204)
    await gone(stack)
    for (const { type } of standing.get(stack)?.values() ?? []) lives.note(type, 'taken away')
  }
  return {
    ...{ lives, path, settled, gone, create, outputs, update, drop },
    get door() {
      return door()
    },
  }
}

export type Stacks = ReturnType<typeof stacksOf>
