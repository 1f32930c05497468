import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/** A volume keeps its content, so it stays the same volume after an update of it has failed. */
const cloud = ownCloud()
const stacks = stacksOf(() => cloud().admin)

const disk = (size: number) =>
  outputTemplate({ disk: { type: 'OS::Cinder::Volume', properties: { name: 'data', size } } })

const volumeIn = async (place: string): Promise<string> =>
  (await stacks.door.get(stacks.path(`${place}/resources/disk`))).body.resource.physical_resource_id

test('an update after a failed one extends the volume, and a rollback keeps it', async () => {
  const place = await stacks.create('grows', disk(2))
  await stacks.outputs(place)
  const volume = await volumeIn(place)
  await stacks.update(place, disk(1))
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.equal(stack_status, 'UPDATE_FAILED')
  assert.match(stack_status_reason, /Shrinking volume is not supported/)
  await stacks.update(place, disk(3))
  await stacks.outputs(place)
  assert.equal(await volumeIn(place), volume)
  const { status } = await stacks.door.put(stacks.path(place), { template: disk(1), disable_rollback: false })
  assert.equal(status, 202)
  assert.equal((await stacks.settled(place)).stack_status, 'ROLLBACK_COMPLETE')
  assert.equal(await volumeIn(place), volume)
  await stacks.drop(place)
})
