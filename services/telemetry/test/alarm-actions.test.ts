import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
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

interface Hooks {
  /** The paths and queries that were called. */
  readonly called: readonly string[]
  readonly directory: string
  url(path: string): string
}

/** A server for actions at `localhost`; with `client`, only for clients that present the certificate of that name. */
const startHooks = async (t: TestContext, client?: string): Promise<Hooks> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-actions-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const make = certificatesIn(directory)
  const { certificate: cert, key } = await make({ name: 'localhost' })
  const admitted = client === undefined ? undefined : await make({ name: client })
  const called: string[] = []
  const door = await listen(
    async ({ path, query }) => {
      called.push(`${path}?${query}`)
      return { status: 204, headers: {} }
    },
    {
      ...{ host: '127.0.0.1', port: 0, log: silentLog },
      tls: { cert, key, ...(admitted && { clientAuthorities: admitted.certificate }) },
    },
  )
  t.after(() => door.close(0))
  return { called, directory, url: (path) => `https://localhost:${door.port}${path}` }
}

/** Raises an alarm with these actions; resolves to those that failed once as many have. */
const raise = async (
  actions: readonly string[],
  { failures: expected, options = {} }: { failures: number; options?: Readonly<Record<string, string>> },
): Promise<readonly string[]> => {
  await using story = await startAlarmStory(options)
  const { alarm_id } = await story.must('alarming', 'POST', '/v2/alarms', {
    ...{ name: 'any', type: 'event', event_rule: {}, alarm_actions: actions },
  })
  const event = { message_id: 'm', event_type: 'any', project_id: 'web', traits: {} }
  await story.host.bus.cast({ topic: eventsTopic }, [event])
  return await eventually(async () => {
    const history = await story.must('alarming', 'GET', `/v2/alarms/${alarm_id}/history`)
    assert.ok(history.some(({ type }: { type: string }) => type === 'state transition'))
    const failures = history.filter(({ type }: { type: string }) => type === 'action failure')
    assert.equal(failures.length, expected)
    return failures.map(({ detail }: { detail: string }) => JSON.parse(detail).action)
  })
}

it('the certificate of an action is verified, unless its URL says that it is not to be', async (t) => {
  const { called, url } = await startHooks(t)
  const actions = [url('/verified'), url('/trusting?of=ann&aodh-alarm-ssl-verify=0')]
  assert.deepEqual(await raise(actions, { failures: 1 }), [url('/verified')])
  assert.deepEqual(called, ['/trusting?of=ann&aodh-alarm-ssl-verify=0'])
})

it('with rest_notifier_ssl_verify off the certificate of an action is verified only if its URL says so', async (t) => {
  const { called, url } = await startHooks(t)
  const actions = [url('/trusting'), url('/verified?aodh-alarm-ssl-verify=1')]
  const options = { OS_DEFAULT__REST_NOTIFIER_SSL_VERIFY: 'false' }
  assert.deepEqual(await raise(actions, { failures: 1, options }), [url('/verified')])
  assert.deepEqual(called, ['/trusting?'])
})

it('actions are verified by the configured authorities and shown the configured certificate', async (t) => {
  const { called, directory, url } = await startHooks(t, 'aodh')
  const options = {
    OS_DEFAULT__REST_NOTIFIER_CA_BUNDLE_CERTIFICATE_PATH: join(directory, 'localhost.pem'),
    OS_DEFAULT__REST_NOTIFIER_CERTIFICATE_FILE: join(directory, 'aodh.pem'),
    OS_DEFAULT__REST_NOTIFIER_CERTIFICATE_KEY: join(directory, 'aodh.key'),
  }
  // The second action, which fails, tells when both have been tried.
  const nowhere = 'https://localhost:1/'
  assert.deepEqual(await raise([url('/known'), nowhere], { failures: 1, options }), [nowhere])
  assert.deepEqual(called, ['/known?'])
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
  await host.close()
})
