import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { listen } from '@nimbo/http/listener'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { loneServiceHost } from '@nimbo/testing/lone-service'
import { certificatesIn } from '@nimbo/testing/signing-certificates'
import { aodhOptions } from '../src/alarming-options.ts'
import { carryOut } from '../src/app/alarming/carry-out.ts'
import { actionsDue, insertActions } from '../src/db/alarming/actions.ts'
import { alarmApp } from '../src/roles/alarm/alarm-app.ts'
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

it('an action by a trust is tried again with another token when its URL has refused the first', async () => {
  const host = loneServiceHost({ tokens: {} })
  const app = await alarmApp(host, loadConfig({ files: [], env: {}, options: aodhOptions }))
  let token = 'revoked'
  const by = () => ({
    headers: async () => ({ 'x-auth-token': token }),
    refused: () => {
      token = 'new'
      return true
    },
  })
  const sent: unknown[] = []
  const post = async (...[, , headers]: Parameters<Parameters<typeof carryOut>[1]['post']>) => {
    sent.push(headers['x-auth-token'])
    if (sent.at(-1) === 'revoked') throw new Error('the address answered 401')
  }
  const action = { alarm_id: 'a', url: 'trust+http://f00@hooks.test/', body: '{}', tries: 0, due_at: '' }
  await insertActions(app.db, [action])
  const due = () => actionsDue(app.db, '9999', 1)
  const act = carryOut({ ...app, trusts: { ...app.trusts, by } }, { retries: 1, timeoutMs: 1_000, post })
  for (const one of await due()) await act(one)
  for (const one of await due()) await act(one)
  assert.deepEqual(sent, ['revoked', 'new'])
  assert.deepEqual(await due(), [])
})
