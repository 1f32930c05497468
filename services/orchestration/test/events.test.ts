import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

const most = 12

/** Which events of stacks are shown and kept. */
const cloud = ownCloud({ environment: { OS_DEFAULT__MAX_EVENTS_PER_STACK: String(most) } })
const stacks = stacksOf(() => cloud().admin)

interface Event {
  readonly id: string
  readonly resource_name: string
  readonly links: readonly { readonly rel: string; readonly href: string }[]
}

const eventsOf = async (place: string, query: string): Promise<readonly Event[]> => {
  const { status, body } = await stacks.door.get(stacks.path(`${place}/events?${query}`))
  assert.equal(status, 200, JSON.stringify(body))
  return body.events
}

const linkOf = ({ links }: Event, rel: string): string => links.find((link) => link.rel === rel)?.href ?? ''

test('events of nested stacks are listed to the requested depth, with links to their own stacks', async () => {
  const version = 'heat_template_version: 2021-04-16\n'
  const files = {
    'outer.yaml': `${version}resources: { middle: { type: inner.yaml } }\n`,
    'inner.yaml': `${version}resources: { core: { type: OS::Heat::None } }\n`,
  }
  const place = await stacks.create('tree', outputTemplate({ top: { type: 'outer.yaml' } }), { files })
  await stacks.outputs(place)
  const names = async (at: string, query: string) =>
    new Set(
      (await eventsOf(at, query))
        .map(({ resource_name: name }) => name)
        .filter((name) => !name.startsWith('tree')),
    )
  assert.deepEqual(await names(place, ''), new Set(['top']))
  assert.deepEqual(await names(place, 'nested_depth=1'), new Set(['top', 'middle']))
  assert.deepEqual(await names(place, 'nested_depth=2'), new Set(['top', 'middle', 'core']))
  const middle = (await eventsOf(place, 'nested_depth=2')).find(
    ({ resource_name: name }) => name === 'middle',
  )
  assert.ok(middle)
  assert.match(linkOf(middle, 'stack'), /\/stacks\/tree-top-\w+\/[0-9a-f-]{36}$/)
  assert.ok(linkOf(middle, 'root_stack').endsWith(place))
  const { pathname } = new URL(linkOf(middle, 'self'))
  const { status, body } = await stacks.door.get(stacks.path(pathname.slice(pathname.indexOf('/stacks/'))))
  assert.deepEqual([status, body.event?.id], [200, middle.id])
  const nested = linkOf(middle, 'stack')
  assert.deepEqual(
    await names(nested.slice(nested.indexOf('/stacks/')), 'nested_depth=5'),
    new Set(['middle', 'core']),
  )
  await stacks.drop(place)
})

test('signals to a stack in which nothing else happens do not keep more events than configured', async () => {
  const place = await stacks.create(
    'signalled',
    outputTemplate({ handle: { type: 'OS::Heat::WaitConditionHandle' } }),
  )
  await stacks.outputs(place)
  for (let count = 0; count < 2 * most; count += 1) {
    const { status } = await stacks.door.post(stacks.path(`${place}/resources/handle/signal`), { id: 'a' })
    assert.equal(status, 200)
  }
  assert.equal((await eventsOf(place, '')).length, most)
  await stacks.drop(place)
})
