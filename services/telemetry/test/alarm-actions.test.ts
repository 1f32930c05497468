import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { listen } from '@nimbo/http/listener'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { certificatesIn } from '@nimbo/testing/signing-certificates'
import { eventsTopic } from '../src/roles/events-topic.ts'
import { startAlarmStory } from './alarm-story.ts'

it('the certificate of an action is verified, unless its URL says that it is not to be', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-actions-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const { certificate: cert, key } = await certificatesIn(directory)({ name: 'hooks.test' })
  const told: string[] = []
  const door = await listen(
    async ({ path, query }) => {
      told.push(`${path}?${query}`)
      return { status: 204, headers: {} }
    },
    { host: '127.0.0.1', port: 0, log: silentLog, tls: { cert, key } },
  )
  t.after(() => door.close(0))
  await using story = await startAlarmStory()
  const hook = (path: string) => `https://127.0.0.1:${door.port}${path}`
  const { alarm_id } = await story.must('alarming', 'POST', '/v2/alarms', {
    ...{ name: 'any', type: 'event', event_rule: {} },
    alarm_actions: [hook('/verified'), hook('/trusting?of=ann&aodh-alarm-ssl-verify=0')],
  })
  const event = { message_id: 'm', event_type: 'any', project_id: 'web', traits: {} }
  await story.host.bus.cast({ topic: eventsTopic }, [event])
  await eventually(async () => {
    const history = await story.must('alarming', 'GET', `/v2/alarms/${alarm_id}/history`)
    const failures = history.filter(({ type }: { type: string }) => type === 'action failure')
    assert.deepEqual(
      failures.map(({ detail }: { detail: string }) => JSON.parse(detail).action),
      [hook('/verified')],
    )
  })
  assert.deepEqual(told, ['/trusting?of=ann&aodh-alarm-ssl-verify=0'])
})
