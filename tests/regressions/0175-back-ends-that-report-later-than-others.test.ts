import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import { startVolumeCloud } from '../../services/volume/test/volume-cloud.ts'

/**
 * When a cloud started for the first time, a volume of a type that only one back end has failed at once if that back end had not
 * reported its capacity yet and another had.
 */
test('a volume whose only back end has not reported its capacity yet waits until it has', async () => {
  const late = fakeVolumes({ name: 'late' })
  let measurable = false
  const capacity = async () => {
    if (!measurable) throw new Error('it cannot be measured yet')
    return late.capacity()
  }
  await using cloud = await startVolumeCloud(fakeVolumes(), {
    more: [{ ...late, capacity }],
    config: (config) => ({ ...config, DEFAULT: { ...config.DEFAULT, report_interval: 0.05 } }),
  })
  const ordered = async (
    backend: string,
  ): Promise<() => Promise<{ status: string; host: string | null }>> => {
    const volume_type = { name: backend, extra_specs: { volume_backend_name: backend } }
    const type = await cloud.send('POST', '/v3/types', { volume_type }, { as: 'admin:admin' })
    assert.equal(type.status, 200, JSON.stringify(type.body))
    const made = await cloud.send('POST', '/v3/volumes', { volume: { size: 1, volume_type: backend } })
    return async () => {
      const { body } = await cloud.send('GET', `/v3/volumes/${made.body.volume.id}`, undefined, {
        as: 'admin:admin',
      })
      return { status: body.volume.status, host: body.volume['os-vol-host-attr:host'] }
    }
  }
  const [waiting, hopeless] = [await ordered('late'), await ordered('nowhere')]
  await cloud.settled()
  assert.equal((await waiting()).status, 'creating')
  measurable = true
  await eventually(async () =>
    assert.deepEqual(await waiting(), { status: 'available', host: 'one@late#late' }),
  )
  await eventually(async () => assert.equal((await hopeless()).status, 'error'))
})
